import { programmeDesk, type ProgrammeDocument } from '@awards/shared/contract'
import { documentFile, documentKind } from '@awards/shared/domain'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atScale, SEED } from '../../../../../tools/testing/scale.ts'
import { organiserOf } from '../../../../test/organiser-of.ts'
import { demoApi } from '../../../../test/test-api.ts'
import { seededRandom } from '../../../lib/seeded-random.ts'
import { exportProgramme } from '../export/export.service.ts'
import { applyProgramme, planProgramme } from '../programme.service.ts'
import { liveProgramme } from './documents.ts'

// Random changes through desk and files: what is exported and loaded again is equal, and undo leads back to the byte.
const SEQUENCES = atScale({ core: 1, full: 100 })
const STEPS = 4
const CONTACT = 'content/contact.yaml'

const api = await demoApi()
const anne = await organiserOf(api)
const folder = await mkdtemp(join(tmpdir(), 'awards-sequence-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeAll(() => exportProgramme(api.context, folder, true))

type Random = ReturnType<typeof seededRandom>
const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

async function documents(): Promise<Record<string, ProgrammeDocument>> {
  const { files, document } = await liveProgramme(api.db)
  return Object.fromEntries(files.map((file) => [file, document(file) as ProgrammeDocument]))
}

type Edit = (document: ProgrammeDocument, word: string) => ProgrammeDocument
type RecordOf = Record<string, unknown> & {
  code?: string
  categories?: (string | { code: string })[]
}

/** The document with its first text, at any depth, replaced by what `change` makes of it. */
function withText<T>(value: T, change: (texts: { en: string; fr?: string }) => object): T {
  if (typeof value !== 'object' || value === null) return value
  if (Object.keys(value).every((key) => ['en', 'fr', 'zh'].includes(key)) && 'en' in value) {
    return change(value as unknown as { en: string }) as T
  }
  for (const [key, inner] of Object.entries(value)) {
    const changed = withText(inner, change)
    if (changed === inner) continue
    if (!Array.isArray(value)) return { ...value, [key]: changed }
    return value.with(Number(key), changed) as T
  }
  return value
}

const edits: Record<string, Edit> = {
  words: (document, word) => withText(document, (texts) => ({ ...texts, en: `Words ${word}` })),
  translation: (document, word) =>
    withText(document, ({ fr: _fr, ...texts }) =>
      word.length % 2 ? texts : { ...texts, fr: `Mots ${word}` },
    ),
  price: (document, word) => {
    if ('tags' in document) return { ...document, tags: [word] }
    if (!('entry_fees' in document)) return document
    return { ...document, entry_fees: pricesOf(document, Number.parseInt(word, 36) % 90_000) }
  },
}

/** Changes of documents that hold records, in the list that bears this name. */
const recordEdits = (name: string): Record<string, Edit> => {
  const edit =
    (change: (records: RecordOf[], word: string) => RecordOf[]): Edit =>
    (document, word) => ({ ...document, [name]: change(document[name] as RecordOf[], word) })
  return {
    added: edit((records, word) => {
      const [first] = records
      const group = first?.categories
      // Those of a question are codes alone.
      if (!group || typeof group[0] === 'string') return [...records, newRecord(first, word)]
      const code = word.toUpperCase()
      return [
        { ...first, categories: [...group, { ...(group[0] as object), code }] },
        ...records.slice(1),
      ]
    }),
    reordered: edit((records) => records.toReversed()),
    removed: edit((records) =>
      records.filter(({ code, categories }) => categories || !code?.endsWith('x')),
    ),
  }
}
const newRecord = (first: RecordOf | undefined, word: string): RecordOf =>
  first && !('jurors' in first)
    ? { ...first, ...('code' in first && { code: `${word}x` }) }
    : { code: `q${word}x`, kind: 'text', label: { en: `Question ${word}` }, jurors: 'hidden' }

/** Lists in which records come and go; those of sections and criteria are fixed. */
const RECORDS: Partial<Record<string, string>> = {
  categories: 'list',
  questions: 'list',
  banners: 'list',
  blocks: 'list',
  press: 'list',
  faq: 'questions',
  regulations: 'chapters',
}
/** Kinds of which a document is begun as a copy of another, with a name of its own. */
const COPIES: Partial<Record<string, (word: string) => object>> = {
  article: (word) => ({ slug: word }),
  policy: (word) => ({ version: word, effective_at: '2199-01-01' }),
  regulations: (word) => ({ version: word, effective_at: '2199-01-01' }),
}

const pricesOf = ({ entry_fees }: ProgrammeDocument, amount: number) =>
  Object.fromEntries(
    Object.entries(entry_fees as Record<string, Record<string, [number, number]>>).map(
      ([section, periods], index) => [
        section,
        index > 0
          ? periods
          : Object.fromEntries(
              Object.entries(periods).map(([code, [, more]]) => [code, [amount, more]]),
            ),
      ],
    ),
  )

/** One change at the desk, applied; documents of which there are several are sometimes added or taken away. */
async function changeAtDesk(random: Random) {
  const live = await documents()
  const word = random().toString(36).slice(2, 8)
  const kinds = Map.groupBy(Object.keys(live), (file) => documentKind(file) ?? 'season')
  const kind = pick(random, [...kinds.keys()])
  const file = pick(random, kinds.get(kind) ?? [])
  const from = live[file] as ProgrammeDocument
  const [copy, chance] = [COPIES[kind], random()]
  if (copy && chance < 0.3) {
    const document = { ...from, ...copy(word) }
    await anne.call(programmeDesk.save, {
      file: documentFile(kind, document),
      from: null,
      document,
    })
  } else if (kind === 'article' && chance < 0.5 && (kinds.get(kind)?.length ?? 0) > 3) {
    await anne.call(programmeDesk.save, { file, from, document: null })
  } else {
    const list = RECORDS[kind]
    const edit = pick(random, Object.values({ ...edits, ...(list && recordEdits(list)) }))
    await anne.call(programmeDesk.save, { file, from, document: edit(from, word) })
  }
  await makeLive()
}

async function makeLive() {
  const { plan, conflicts } = await anne.call(programmeDesk.plan, {})
  expect(conflicts).toEqual([])
  if (plan) await anne.call(programmeDesk.apply, { plan })
}

/** One change through files: exported, edited and applied. */
async function changeInFiles(random: Random) {
  await exportProgramme(api.context, folder, true)
  const file = join(folder, CONTACT)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/phone: .*/, `phone: "+33 ${Math.floor(random() * 1e8)}"`))
  await applyProgramme(api.context, folder)
}

test.each(Array.from({ length: SEQUENCES }, (_, index) => `${SEED}-${index}`))(
  'sequence %s',
  async (name) => {
    const random = seededRandom(name)
    const start = await documents()
    const { list: before } = await anne.call(programmeDesk.versions, {})
    const newest = BigInt(before[0]?.id ?? 0)
    for (let step = 0; step < STEPS; step += 1) {
      await (random() < 0.7 ? changeAtDesk(random) : changeInFiles(random))
    }
    await exportProgramme(api.context, folder, true)
    expect((await planProgramme(api.context, folder)).changes).toEqual([])

    const { list } = await anne.call(programmeDesk.versions, {})
    for (const { id } of list.filter((version) => BigInt(version.id) > newest)) {
      await anne.call(programmeDesk.undo, { id })
      await makeLive()
    }
    const end = await documents()
    // Undo takes back what the desk did: the telephone is what the files made of it.
    const phone = end[CONTACT]?.['phone']
    const expected = { ...start, [CONTACT]: { ...start[CONTACT], phone } }
    expect(JSON.stringify(end)).toBe(JSON.stringify(expected))
  },
  60_000,
)
