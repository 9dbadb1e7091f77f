import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  BLIND_TEXTS,
  blindSheet,
  blindText,
  StoredAnswers,
  type IdentityWords,
  type Question,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { PictureVariants } from '../../../files/pictures/picture.ts'
import {
  answeredQuestions,
  blindQuestions,
  entryQuestionsRepository,
} from '../../entries/entry-questions.repository.ts'
import { neutralFolder } from '../anonymity/anonymised-entries.ts'
import { identityWords, NO_WORDS } from '../anonymity/redactions.repository.ts'
import { viewOf } from '../jury.policy.ts'
import {
  sheetFiles,
  sheetTexts,
  type SheetFile,
  type SheetTexts,
} from '../anonymity/sheet-files.repository.ts'
import { type ZipSource, zipLayout, type ZipLayout } from '../../../lib/zip/zip-archive.ts'

/** Contents and byte layout of an archive, computed without reading a file. `tag` is its ETag. */
export type ZipPlan = {
  readonly sources: readonly ZipSource[]
  readonly layout: ZipLayout
  readonly entries: number
  readonly tag: string
}

const STAT_CONCURRENCY = 64

/** Plans an archive of anonymised sheets under neutral file names; entries out of the actor's scope are left out. */
export async function planZip(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  actor: Actor,
  ids: readonly string[],
): Promise<ZipPlan> {
  const scope = viewOf(actor)
  const [sheets, files, words] = await Promise.all([
    sheetTexts(db, scope, ids),
    sheetFiles(db, scope, ids, 'en'),
    identityWords(db, ids),
  ])
  const forms = await entryQuestionsRepository(db).forms(sheets.map(({ form_hash }) => form_hash))
  const filesOf = Map.groupBy(files, ({ apply_order_id }) => apply_order_id)
  const used = new Set<string>()
  const planned: (ZipSource | { name: string; missing: string })[] = []
  for (const sheet of sheets) {
    await yieldToEventLoop()
    const pictures = filesOf.get(sheet.apply_order_id) ?? []
    const folder = neutralFolder(sheet.judging_no, used)
    const nameOf = (index: number, extension: string) =>
      `${folder}/${folder}-${String(index).padStart(2, '0')}.${extension}`
    const form = forms.get(sheet.form_hash ?? '') ?? []
    const known = words.get(sheet.apply_order_id) ?? NO_WORDS
    const text = Buffer.from(textOf(sheet, form, pictures, known))
    planned.push({ name: nameOf(0, 'txt'), text, bytes: text.length })
    for (const [index, { variants }] of pictures.entries()) {
      const name = nameOf(index + 1, 'jpg')
      const picture = PictureVariants.safeParse(variants).data?.full_jpeg
      planned.push(
        picture ? { name, key: picture.key, bytes: picture.bytes } : { name, missing: name },
      )
    }
  }
  const sources = await withoutMissing(storage, planned)
  const layout = zipLayout(sources)
  return { sources, layout, entries: sheets.length, tag: tagOf(sources) }
}

/** Reads the size of each stored file; files missing in the storage are listed in `missing.txt` instead. */
async function withoutMissing(
  storage: AppContext['storage'],
  planned: readonly (ZipSource | { name: string; missing: string })[],
): Promise<ZipSource[]> {
  const sources: ZipSource[] = []
  const missing: string[] = []
  for (let at = 0; at < planned.length; at += STAT_CONCURRENCY) {
    const some = planned.slice(at, at + STAT_CONCURRENCY)
    const sizes = await Promise.all(some.map((one) => ('key' in one ? storage.size(one.key) : 0)))
    for (const [index, one] of some.entries()) {
      const bytes = sizes[index]
      if ('missing' in one || bytes === undefined) missing.push(one.name)
      else sources.push('key' in one ? { ...one, bytes } : one)
    }
  }
  if (missing.length > 0) {
    const text = Buffer.from(
      `These pictures could not be found. Ask the organiser for them.\n\n${missing.join('\n')}\n`,
    )
    sources.push({ name: 'missing.txt', text, bytes: text.length })
  }
  return sources
}

function tagOf(sources: readonly ZipSource[]): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    hash.update(`${source.name}\n${source.bytes}\n`)
    hash.update('text' in source ? source.text : source.key)
  }
  return hash.digest('hex').slice(0, 16)
}

/** `design_statement` → `Design statement`. */
const headingOf = (name: string) =>
  name === 'ai_statement'
    ? 'Use of generative tools'
    : name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** The anonymised sheet as plain text, with the alternative texts of its pictures in order. */
function textOf(
  entry: SheetTexts,
  form: readonly Question[],
  files: readonly SheetFile[],
  words: IdentityWords,
): string {
  const { judging_no, title } = entry
  const answers = StoredAnswers.parse(entry.answers)
  const sheet = blindSheet({ ...answers, title }, words)
  const answered = answeredQuestions(form, entry, answers.questions, 'en')
  const parts = [
    ...BLIND_TEXTS.filter((name) => name !== 'title').map((name) => [headingOf(name), sheet[name]]),
    ...blindQuestions(answered, title, words).map(({ label, text }) => [label, text]),
    ...files.map(({ alt }, index) => [
      `Picture ${String(index + 1).padStart(2, '0')}`,
      blindText(alt, title, words),
    ]),
  ]
  const sections = parts.filter(([, text]) => text).map(([label, text]) => `${label}\n${text}`)
  return `${[judging_no, sheet.title, ...sections].join('\n\n')}\n`
}
