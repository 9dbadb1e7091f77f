import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programmeCopy } from '../../../../test/programme-copy.ts'
import { demoApi } from '../../../../test/test-api.ts'
import { exportProgramme } from './export.service.ts'
import { applyProgramme, planProgramme } from '../programme.service.ts'

const api = await demoApi()
const copy = await programmeCopy()
const root = await mkdtemp(join(tmpdir(), 'awards-export-'))
const [first, second] = [join(root, 'first'), join(root, 'second')]
afterAll(() => rm(root, { recursive: true, force: true }))

/** Map of path to SHA-256 for every file below a folder. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hashes = await Promise.all(
    files.map(async (file) => [
      file.slice(folder.length + 1),
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ]),
  )
  return Object.fromEntries(hashes.toSorted(([a = ''], [b = '']) => a.localeCompare(b)))
}

beforeAll(async () => {
  // Texts that YAML would parse as another type, and a time within the repeated hour of a clock change.
  await copy.edit(
    'content/faq.yaml',
    'What does an entry cost?',
    '"Yes: what does it cost? # really"',
  )
  await copy.edit('content/press.yaml', 'outlet: Northern Light Quarterly', "outlet: '2027-03-01'")
  await copy.edit(
    'content/news/05-photograph.md',
    /published_at: .*/,
    'published_at: 2026-10-25T01:30:00.000Z',
  )
  await copy.edit('content/blocks.yaml', 'sort: 1\n', 'sort: 1\n  ends_at: 2031-05-01 23:59:59\n')
  await copy.edit('content/banners.yaml', 'sort: 2\n', 'sort: 2\n  starts_at: 2031-05-01\n')
  await applyProgramme(api.context, copy.folder)
})

test('an export of the live content plans no changes when read back', async () => {
  const { files, pictures, reduced } = await exportProgramme(api.context, first)
  expect(files).toBeGreaterThan(50)
  expect(pictures).toBeGreaterThan(20)
  expect(reduced).toBe(0)
  const plan = await planProgramme(api.context, first)
  expect(plan.changes).toEqual([])
  expect(plan.pictures).toBe(0)
})

test('a second export is byte-identical, also after the first was applied', async () => {
  await applyProgramme(api.context, first)
  await exportProgramme(api.context, second)
  expect(await contentsOf(second)).toEqual(await contentsOf(first))
})

test('exports pictures as the original bytes', async () => {
  const given = await readFile(join(copy.folder, 'images/site/trophy.jpg'))
  expect((await readFile(join(first, 'images/site/trophy.jpg'))).equals(given)).toBe(true)
})

test('exports no accounts, codes or entries', async () => {
  const names = Object.keys(await contentsOf(first))
  expect(names.filter((name) => /^(users|codes|entries)/.test(name))).toEqual([])
  const jurors = names.filter((name) => name.startsWith('jurors/'))
  expect(jurors.length).toBeGreaterThan(10)
  const texts = await Promise.all(jurors.map((name) => readFile(join(first, name), 'utf8')))
  expect(texts.join('')).not.toMatch(/@|password/)
})

test('refuses a non-empty folder; --force overwrites it and removes stale records', async () => {
  await writeFile(join(first, 'content/news/stale.md'), 'left over')
  await expect(exportProgramme(api.context, first)).rejects.toThrow('--force')
  expect(await readFile(join(first, 'content/news/stale.md'), 'utf8')).toBe('left over')
  await exportProgramme(api.context, first, true)
  expect(await contentsOf(first)).toEqual(await contentsOf(second))
})

test('an export that fails to read a picture removes nothing, even with --force', async () => {
  const before = await contentsOf(first)
  const storage = { ...api.context.storage, read: () => Promise.reject(new Error('away')) }
  await expect(exportProgramme({ db: api.db, storage }, first, true)).rejects.toThrow('away')
  expect(await contentsOf(first)).toEqual(before)
})

test('an export restores deleted content completely', async () => {
  await api.db.transaction().execute(async (trx) => {
    for (const table of [
      'banners',
      'blocks',
      'articles',
      'faqs',
      'media_reports',
      'regulation_versions',
    ] as const) {
      await trx.deleteFrom(table).execute()
    }
  })
  expect((await planProgramme(api.context, first)).changes.length).toBeGreaterThan(40)
  await applyProgramme(api.context, first)
  expect((await planProgramme(api.context, copy.folder)).changes).toEqual([])
})

test('an earlier season with prices, a zone and a currency of its own is exported with them', async () => {
  await api.db
    .updateTable('winner_package_prices')
    .set({ amount_minor: 70_000 })
    .where('amount_minor', '=', 79_000)
    .where(
      'edition_id',
      '=',
      api.db.selectFrom('editions').select('id').where('code', '=', 'GA26-1'),
    )
    .execute()
  await api.db
    .updateTable('editions')
    .set({ student_package_percent: 40, timezone: 'Asia/Tokyo', currency: 'JPY' })
    .where('code', '=', 'GA26-1')
    .execute()
  await exportProgramme(api.context, first, true)
  expect((await planProgramme(api.context, first)).changes).toEqual([])
})

test('refuses a season that would have no price for a section of the site', async () => {
  await copy.edit('sections.yaml', /- code: concept[\s\S]*$/, '')
  await copy.edit('fees.yaml', / {2}concept: .*\n/, '')
  const season = await readFile(join(copy.folder, 'editions/ga27-1.yaml'), 'utf8')
  const next = season
    .replace('GA27-1', 'GA28-1')
    .replace('year: 2027', 'year: 2028')
    .replaceAll(/([+-]\d+)d/g, (_, days: string) => `+${Number(days) + 400}d`)
  await writeFile(join(copy.folder, 'editions/ga28-1.yaml'), next)
  await expect(planProgramme(api.context, copy.folder)).rejects.toThrow(
    'the season GA28-1 would have no price for the section concept in its period early',
  )
})
