import type { Readable } from 'node:stream'
import { rangeOf } from '../../../files/file-headers.ts'
import { findJuror } from '../../../http/actor.repository.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { zipStream, type ZipStore } from '../../../lib/zip/zip-archive.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { has } from '../jury.policy.ts'
import {
  checksumsRepository,
  type StoredChecksum,
} from '../../../files/uploads/stored-files.repository.ts'
import { planZip, type ZipPlan } from './zip-plan.ts'
import { readTicket, type ZipTicket } from './zip.service.ts'

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
