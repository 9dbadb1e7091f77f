import { once } from 'node:events'
import type { Readable } from 'node:stream'
import ZipStream from 'zip-stream'
import type { Answer, Parsed, judge } from '@awards/shared/contract'
import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'
import { PictureVariants } from '../../files/picture.ts'
import { DOCUMENT_LINK_SECONDS } from '../../files/signed-url.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { neutralName } from './blind-sheet.ts'
import { entryForJuror, readerOf } from './jury-access.ts'
import { juryEntriesRepository } from './jury-entries.repository.ts'
import { has, scopeOf } from './jury.policy.ts'
import { findJuror } from './jurors.repository.ts'
import { phasesService } from './phases.service.ts'
import { sheetFiles, type SheetFile } from './sheet-files.repository.ts'
import { readTicket, writeTicket } from './zip-ticket.ts'

const ENTRIES_LIMIT = 500
export const ZIP_PATH = '/files/zip'

/** Archives of blind pictures under neutral names, streamed as they are read. */
export function zipService(context: AppContext) {
  const { db, clock, config } = context

  async function linkFor(actor: Actor, ids: readonly string[]): Promise<string> {
    const expires = Math.floor(clock().getTime() / 1_000) + DOCUMENT_LINK_SECONDS
    await auditRepository(db).record(actor, 'entries.downloaded', ids[0] ?? '', {
      after: { entries: ids },
    })
    return `${ZIP_PATH}?t=${writeTicket(config.secret, { user_id: actor.id, expires, entry_ids: ids })}`
  }

  return {
    async one(actor: Actor, id: string): Promise<Answer<typeof judge.downloadZip>> {
      await entryForJuror(context, actor, id)
      const files = await sheetFiles(db, scopeOf(actor), [id])
      const size = files.reduce((sum, file) => sum + (pictureOf(file)?.bytes ?? 0), 0)
      return { url: await linkFor(actor, [id]), size }
    },

    async many(
      actor: Actor,
      { ids, ...filter }: Parsed<typeof judge.batchDownloadZip>,
    ): Promise<Answer<typeof judge.batchDownloadZip>> {
      const reader = readerOf(actor)
      const repository = juryEntriesRepository(db)
      const edition_id = filter.edition_id ?? (await phasesService(context).reviewedEdition())
      const wanted = ids ? identifiers(ids) : undefined
      const found = wanted
        ? await repository.reachable(reader.scope, wanted)
        : await repository.ids(reader, { ...filter, edition_id }, ENTRIES_LIMIT + 1)
      if (found.length > ENTRIES_LIMIT) throw tooMany()
      if (found.length === 0) {
        throw new BusinessError(409, 'No entry fits. Choose other filters, then download again.', {
          reason: 'NOTHING',
        })
      }
      return { url: await linkFor(actor, found), entries: found.length }
    },

    /** The archive behind a link; scope and conflicts are looked at again, at the moment of use. */
    async open(text: string): Promise<Readable> {
      const ticket = readTicket(config.secret, text)
      if (!ticket)
        throw new BusinessError(403, 'This link is not valid. Ask for the download again.')
      if (ticket.expires * 1_000 <= clock().getTime()) {
        throw new BusinessError(410, 'This link has expired. Ask for the download again.')
      }
      const actor = await findJuror(db, ticket.user_id)
      if (!actor || !has(actor, 'can_download')) {
        throw new BusinessError(403, 'Your account may no longer download. Ask the organiser.')
      }
      return archive(context, await sheetFiles(db, scopeOf(actor), ticket.entry_ids))
    },
  }
}

const tooMany = () =>
  new BusinessError(409, `Choose at most ${ENTRIES_LIMIT} entries for one download.`, {
    reason: 'TOO_MANY',
  })

function identifiers(list: string): string[] {
  const ids = [...new Set(list.split(',').filter(Boolean))]
  if (ids.some((id) => !/^[1-9]\d{0,17}$/.test(id))) {
    throw new BusinessError(422, { ids: ['Give identifiers, joined by commas'] })
  }
  if (ids.length > ENTRIES_LIMIT) throw tooMany()
  return ids
}

function pictureOf({ variants }: SheetFile) {
  const parsed = PictureVariants.safeParse(variants)
  return parsed.success ? parsed.data.full_jpeg : undefined
}

function archive({ storage, log }: AppContext, files: readonly SheetFile[]): Readable {
  const zip = new ZipStream({ store: true })
  // A reader who goes away ends the source that is open, else its descriptor would stay.
  let source: Readable | undefined
  zip.on('close', () => source?.destroy())

  async function add(from: Readable | Buffer, name: string) {
    const added = new Promise<void>((resolve, reject) => {
      zip.entry(from, { name, date: new Date(0) }, (error) => (error ? reject(error) : resolve()))
    })
    await Promise.race([added, once(zip, 'close')])
  }

  async function fill() {
    for (const [, own] of Map.groupBy(files, ({ apply_order_id }) => apply_order_id)) {
      const [sheet] = own
      if (!sheet || zip.destroyed) return
      await add(Buffer.from(textOf(sheet)), neutralName(sheet.judging_no, 0, 'txt'))
      for (const [index, file] of own.entries()) {
        const picture = pictureOf(file)
        const stored = picture && !zip.destroyed ? await storage.get(picture.key) : undefined
        if (!stored) continue
        source = stored.body
        await add(stored.body, neutralName(file.judging_no, index + 1, 'jpg'))
      }
    }
    zip.finish()
  }
  fill().catch((error: unknown) => {
    log.error('zip.failed', { error })
    zip.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return zip
}

const textOf = ({ judging_no, title, summary, description }: SheetFile) =>
  [`#${judging_no}`, title, summary ?? '', description ?? ''].join('\n\n')
