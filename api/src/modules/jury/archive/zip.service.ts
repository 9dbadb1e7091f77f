import type { Answer, Parsed, judge } from '@awards/shared/contract'
import { DOCUMENT_LINK_SECONDS } from '../../../files/signed-url.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { openToken, signToken } from '../../../lib/signed-token.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { allowedFilter } from '../anonymity/anonymised-entries.ts'
import { entryForJuror, readerOf } from '../jury-access.ts'
import { juryEntriesRepository } from '../lists/jury-entries.repository.ts'
import { phasesService } from '../publication/phases.service.ts'
import { planZip } from './zip-plan.ts'

const HEADER_BYTES = 24

/** Contents of a signed download link. `expires` is in Unix seconds. */
export type ZipTicket = {
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
export function readTicket(secrets: readonly string[], text: string): ZipTicket | undefined {
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
      await entryForJuror(context, actor, id)
      const { url, size } = await linkFor(actor, [id])
      return { url, size }
    },

    async many(
      actor: Actor,
      { ids, ...filter }: Parsed<typeof judge.batchDownloadZip>,
    ): Promise<Answer<typeof judge.batchDownloadZip>> {
      const reader = readerOf(actor)
      const repository = juryEntriesRepository(db)
      const edition_id = filter.edition_id ?? (await phasesService(context).reviewedEdition())
      const query = { ...filter, edition_id }
      const stage = await editionsRepository(db).stageOf(edition_id ?? '0', clock())
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
