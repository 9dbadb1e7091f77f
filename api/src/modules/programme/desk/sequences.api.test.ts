import { programmeDesk, type ProgrammeDocument } from '@awards/shared/contract'
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
const SEQUENCES = atScale({ core: 2, full: 1_000 })
const STEPS = 4

const api = await demoApi()
const anne = await organiserOf(api)
const folder = await mkdtemp(join(tmpdir(), 'awards-sequence-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeAll(() => exportProgramme(api.context, folder, true))

type Random = ReturnType<typeof seededRandom>
const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

async function documents(): Promise<Record<string, ProgrammeDocument>> {
  return Object.fromEntries((await liveProgramme(api.db)).documents)
}

const edits: Record<string, (document: ProgrammeDocument, word: string) => ProgrammeDocument> = {
  name: (document, word) => {
    const key = 'slug' in document ? 'title' : 'name'
    return { ...document, [key]: { ...(document[key] as object), en: `Words ${word}` } }
  },
  translation: (document, word) => {
    const key = 'slug' in document ? 'excerpt' : 'name'
    const { fr: _fr, ...texts } = document[key] as { en: string; fr?: string }
    return { ...document, [key]: word.length % 2 ? texts : { ...texts, fr: `Mots ${word}` } }
  },
  price: (document, word) =>
    'slug' in document
      ? { ...document, tags: [word] }
      : { ...document, entry_fees: pricesOf(document, Number.parseInt(word, 36) % 90_000) },
}
/** Changes of documents that are lists of records: categories with their groups, and questions. */
const recordEdits: typeof edits = {
  added: ({ list }, word) => {
    const records = list as RecordOf[]
    const [first] = records
    const group = first?.categories
    if (!group) return { list: [...records, questionOf(word)] }
    const code = word.toUpperCase()
    return {
      list: [{ ...first, categories: [...group, { ...group[0], code }] }, ...records.slice(1)],
    }
  },
  renamed: ({ list }, word) => ({
    list: (list as RecordOf[]).map((record, index) => {
      if (index > 0) return record
      const key = record.name ? 'name' : 'label'
      return { ...record, [key]: { ...record[key], en: `Words ${word}` } }
    }),
  }),
  reordered: ({ list }) => ({ list: (list as RecordOf[]).toReversed() }),
  removed: ({ list }) => ({
    list: (list as RecordOf[]).filter(({ code, categories }) => categories || !code.endsWith('x')),
  }),
}
type RecordOf = {
  code: string
  name?: object
  label?: object
  categories?: { code: string }[]
}
const questionOf = (word: string) => ({
  code: `q${word}x`,
  kind: 'text',
  label: { en: `Question ${word}` },
  jurors: 'hidden',
})
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

/** One change at the desk, applied; an article is sometimes added or taken away. */
async function changeAtDesk(random: Random) {
  const live = await documents()
  const word = random().toString(36).slice(2, 8)
  const kind = random()
  const articles = Object.keys(live).filter((name) => name.startsWith('content/news/'))
  const file = kind < 0.3 ? pick(random, articles) : pick(random, Object.keys(live))
  const from = live[file] ?? null
  if (kind < 0.15) {
    const added = `content/news/${word}.md`
    await anne.call(programmeDesk.save, {
      file: added,
      from: null,
      document: { ...from, slug: word },
    })
  } else if (kind < 0.3 && articles.length > 3) {
    await anne.call(programmeDesk.save, { file, from, document: null })
  } else {
    const edit = pick(random, Object.values('list' in (from ?? {}) ? recordEdits : edits))
    const document = from && edit(from, word)
    await anne.call(programmeDesk.save, { file, from, document })
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
  const file = join(folder, 'content/contact.yaml')
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
    expect(JSON.stringify(await documents())).toBe(JSON.stringify(start))
  },
  60_000,
)
