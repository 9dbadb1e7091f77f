import type { Answer, Parsed, judge } from '@awards/shared/contract'
import { DOCUMENT_LINK_SECONDS, openToken, signToken } from '../../../lib/signed-token.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { allowedFilter } from '../anonymity/anonymised-entries.ts'
import { entryForJuror, viewerOf } from '../jury-access.ts'
import { juryEntriesRepository } from '../lists/jury-entries.repository.ts'
import { phasesService } from '../publication/phases.service.ts'
import { planZip, type ZipPlan } from './zip-plan.ts'
import type { Readable } from 'node:stream'
import { rangeOf } from '../../../files/files.routes.ts'
import { findJuror } from '../../../http/actor.repository.ts'
import { zipStream, type ZipStore } from '../../../lib/zip/zip-archive.ts'
import { has, tableLevelOf } from '../jury.policy.ts'
import {
  checksumsRepository,
  type StoredChecksum,
} from '../../../files/uploads/stored-files.repository.ts'

const HEADER_BYTES = 24

/** Contents of a signed download link. `expires` is in Unix seconds. */
type ZipTicket = {
  user_id: string
  expires: number
  /** ETag of the archive when the link was issued. */
  tag: string
  entry_ids: readonly string[]
}

/** Signs a ticket. Eight bytes per entry keep a link to 500 entries within the length of a URL. */
function writeTicket(secret: string, { user_id, expires, tag, entry_ids }: ZipTicket): string {
  const body = Buffer.alloc(HEADER_BYTES + entry_ids.length * 8)
  body.writeBigUInt64BE(BigInt(user_id), 0)
  body.writeBigUInt64BE(BigInt(expires), 8)
  body.write(tag, 16, 'hex')
  entry_ids.forEach((id, index) => body.writeBigUInt64BE(BigInt(id), HEADER_BYTES + index * 8))
  return signToken(secret, 'zip', body)
}

/** Verifies and decodes a ticket; undefined if the signature or the length is wrong. */
function readTicket(secrets: readonly string[], text: string): ZipTicket | undefined {
  const body = openToken(secrets, 'zip', text)
  if (!body || body.length < HEADER_BYTES || body.length % 8 !== 0) return undefined
  const number = (at: number) => String(body.readBigUInt64BE(at))
  const entry_ids = Array.from({ length: (body.length - HEADER_BYTES) / 8 }, (_, index) =>
    number(HEADER_BYTES + index * 8),
  )
  return {
    user_id: number(0),
    expires: Number(number(8)),
    tag: body.toString('hex', 16, HEADER_BYTES),
    entry_ids,
  }
}

const MAX_ENTRIES = 500
const LINKS_PER_HOUR = { points: 120, seconds: 3_600 }
export const ZIP_PATH = '/files/zip'

/** Issues signed links to archives of anonymised sheets. */
export function zipService(context: AppContext) {
  const { db, clock, config, limits } = context

  async function linkFor(actor: Actor, ids: readonly string[]) {
    await limits.take('zip', actor.id, LINKS_PER_HOUR)
    const { tag, layout, entries } = await planZip(context, actor, ids)
    const expires = Math.floor(clock().getTime() / 1_000) + DOCUMENT_LINK_SECONDS
    await auditRepository(db).record(actor, 'entries.downloaded', ids[0] ?? '', {
      after: { entries: ids },
    })
    const ticket = writeTicket(config.secret, { user_id: actor.id, expires, tag, entry_ids: ids })
    return { url: `${ZIP_PATH}?t=${ticket}`, size: layout.size, entries }
  }

  return {
    async one(actor: Actor, id: string): Promise<Answer<typeof judge.downloadZip>> {
      await entryForJuror(context, actor, id, db, viewerOf(actor))
      const { url, size } = await linkFor(actor, [id])
      return { url, size }
    },

    async many(
      actor: Actor,
      { ids, ...filter }: Parsed<typeof judge.batchDownloadZip>,
    ): Promise<Answer<typeof judge.batchDownloadZip>> {
      const own = viewerOf(actor)
      const repository = juryEntriesRepository(db)
      const edition_id = filter.edition_id ?? (await phasesService(context).reviewedEdition())
      const query = { ...filter, edition_id }
      const stage = await editionsRepository(db).stageOf(edition_id ?? '0', clock())
      // Queues depend on the level, so the archive takes that of the table which it was asked from.
      const reader = own.scope.kind === 'panel' ? { ...own, level: tableLevelOf(stage.phase) } : own
      const chosen = ids ? parseIds(ids) : undefined
      const found = chosen
        ? await repository.reachable(reader.scope, chosen)
        : await repository.ids(
            reader,
            allowedFilter(actor, query, stage.capabilities),
            MAX_ENTRIES + 1,
          )
      if (found.length > MAX_ENTRIES) throw tooMany()
      if (found.length === 0) {
        throw new BusinessError(409, 'No entry fits. Choose other filters, then download again.', {
          reason: 'NOTHING',
        })
      }
      return linkFor(actor, found)
    },
  }
}

const tooMany = () =>
  new BusinessError(409, `Choose at most ${MAX_ENTRIES} entries for one download.`, {
    reason: 'TOO_MANY',
  })

function parseIds(list: string): string[] {
  const ids = [...new Set(list.split(',').filter(Boolean))]
  if (ids.some((id) => !/^[1-9]\d{0,17}$/.test(id))) {
    throw new BusinessError(422, { ids: ['Give identifiers, joined by commas'] })
  }
  if (ids.length > MAX_ENTRIES) throw tooMany()
  return ids
}

/** Grace after the expiry of a link, in which an interrupted download may resume. */
const RESUME_SECONDS = 2 * 3_600
const CHECKSUM_BATCH = 200

type DownloadRequest = { ticket: string; range: string | undefined; ifRange: string }
type Range = { start: number; end: number }

/** Response to a download: `full` is 200, `partial` 206, `unsatisfiable` 416. `tag` is the ETag, `size` the bytes of the archive. */
export type ZipResponse = {
  readonly tag: string
  readonly size: number
  readonly state: 'full' | 'partial' | 'unsatisfiable'
  readonly range: Range
  open(): Promise<Readable>
}

/** Downloads by signed link. Every request checks seat, scope and conflicts again. */
export function zipDownload(context: AppContext) {
  const { db, clock, config } = context

  function ticketOf({ ticket: text }: DownloadRequest): ZipTicket {
    const ticket = readTicket(config.acceptedSecrets, text)
    if (!ticket) throw new BusinessError(403, 'This link is not valid. Ask for the download again.')
    if (isExpired(ticket, RESUME_SECONDS)) throw linkExpired()
    return ticket
  }

  const isExpired = ({ expires }: ZipTicket, graceSeconds = 0) =>
    (expires + graceSeconds) * 1_000 <= clock().getTime()

  return {
    /** Throws 403 for a bad link or a lost seat, 410 for an expired link. */
    async answer(request: DownloadRequest): Promise<ZipResponse> {
      const ticket = ticketOf(request)
      const actor = await findJuror(db, ticket.user_id, clock())
      if (actor?.identity !== 1 || !has(actor, 'can_download')) {
        throw new BusinessError(403, 'Your account may no longer download. Ask the organiser.')
      }
      const plan = await planZip(context, actor, ticket.entry_ids)
      const { tag, layout } = plan
      const whole = { start: 0, end: layout.size - 1 }
      // Without If-Range, a range refers to the archive that the link was issued for.
      const isSameArchive = request.ifRange ? request.ifRange === `"${tag}"` : tag === ticket.tag
      const range = isSameArchive ? rangeOf(request.range, layout.size) : undefined
      // An expired link resumes a download within the grace period but starts none.
      if (isExpired(ticket) && !range?.start) throw linkExpired()
      const isUnsatisfiable = isSameArchive && rangeStart(request.range) >= layout.size
      return {
        tag,
        size: layout.size,
        state: range ? 'partial' : isUnsatisfiable ? 'unsatisfiable' : 'full',
        range: range ?? whole,
        open: () => openZip(context, plan, range ?? whole),
      }
    },
  }
}

const linkExpired = () =>
  new BusinessError(410, 'This link has expired. Ask for the download again.')

/** First byte of a single `bytes=n-` range; 0 without one. */
const rangeStart = (range: string | undefined): number =>
  Number(/^bytes=(\d{1,15})-\d{0,15}$/.exec(range ?? '')?.[1] ?? 0)

async function openZip(
  { db, storage, log }: AppContext,
  { layout, sources }: ZipPlan,
  range: Range,
): Promise<Readable> {
  const repository = checksumsRepository(db)
  const keys = sources.flatMap((source) => ('key' in source ? [source.key] : []))
  const checksums = await repository.find(keys)
  const pending: StoredChecksum[] = []
  const flush = () =>
    repository.insert(pending.splice(0)).catch((error: unknown) => log.error('zip.crc', { error }))
  const store: ZipStore = {
    cachedCrc: (key) => checksums.get(key),
    cacheCrc({ key, bytes }, crc32) {
      checksums.set(key, crc32)
      pending.push({ storage_key: key, bytes, crc32 })
      if (pending.length >= CHECKSUM_BATCH) void flush()
    },
    async open(key, start, end) {
      const stored = await storage.get(key, { start, end })
      if (!stored) throw new Error(`${key} has gone since the download began`)
      return stored.body
    },
  }
  const stream = zipStream(layout, sources, store, range)
  stream.once('close', () => void flush())
  stream.once('error', (error: unknown) => log.error('zip.failed', { error }))
  return stream
}
