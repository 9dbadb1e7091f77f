import {
  broadcasts,
  programmeDesk,
  session,
  type ArticleDocument,
  type CategoriesDocument,
  type PackagesDocument,
  type QuestionsDocument,
  type SeasonDocument,
} from '@awards/shared/contract'
import { DOCUMENT_KINDS } from '@awards/shared/domain'
import { sql } from 'kysely'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { organiserOf } from '../../../../test/organiser-of.ts'
import { demoApi } from '../../../../test/test-api.ts'
import { freezeResults } from '../../jury/results/snapshots.service.ts'
import { exportProgramme } from '../export/export.service.ts'
import { applyProgramme, planProgramme } from '../programme.service.ts'

const api = await demoApi()
const [anne, boris] = [await organiserOf(api), await organiserOf(api)]
const folder = await mkdtemp(join(tmpdir(), 'awards-desk-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const SEASON = 'editions/ga27-1.yaml'
type Organiser = typeof anne

async function season(file = SEASON, by = anne) {
  const { document } = await by.call(programmeDesk.document, { file })
  return document as unknown as SeasonDocument
}
const save = (by: Organiser, file: string, from: object | null, document: object | null) =>
  by.answer(programmeDesk.save, {
    file,
    from: from as Record<string, unknown> | null,
    document: document as Record<string, unknown> | null,
  })
const plan = () => anne.call(programmeDesk.plan, {})
async function applyDrafts(by = anne) {
  const { plan: id } = await plan()
  return by.answer(programmeDesk.apply, { plan: id ?? '' })
}
const edition = (code: string) =>
  api.db.selectFrom('editions').selectAll().where('code', '=', code).executeTakeFirst()
const extended = (document: SeasonDocument, ends: string): SeasonDocument => ({
  ...document,
  closes_at: ends,
  phases: document.phases.map((one) =>
    one.code === 'call_open' ? { ...one, ends_at: ends } : one,
  ),
})

const NO_TEXT = { subject: '', body: '' }

const nameOf = async (one: Organiser) => {
  const { first_name, last_name } = await one.call(session.getUserInfo, {})
  return `${first_name} ${last_name}`
}

afterEach(() => anne.call(programmeDesk.discard, {}))

test('lists every document with its state and what is not translated', async () => {
  const { list, time_zone, currency } = await anne.call(programmeDesk.documents, {})
  expect({ time_zone, currency }).toEqual({ time_zone: 'Europe/Paris', currency: 'EUR' })
  expect(list.filter(({ kind }) => kind === 'season').map(({ file }) => file)).toContain(SEASON)
  expect(list.filter(({ kind }) => kind === 'article').length).toBeGreaterThan(3)
  expect(new Set(list.map(({ kind }) => kind))).toEqual(new Set(DOCUMENT_KINDS))
  expect(new Set(list.map(({ state }) => state))).toEqual(new Set(['live']))
  expect(list.find(({ kind }) => kind === 'banners')?.missing).toEqual({ fr: 0, zh: 0 })
  const { list: pictures } = await anne.call(programmeDesk.pictures, {})
  expect(pictures.length).toBeGreaterThan(20)
})

test('a draft changes nothing until it is applied; applied it is live, and undone the site is as before', async () => {
  const before = await season()
  const wasClosing = (await edition('GA27-1'))?.closes_at
  const saved = await save(anne, SEASON, before, {
    ...before,
    name: { ...before.name, en: 'Autumn call' },
  })
  expect(saved.code).toBe(200)
  expect((await edition('GA27-1'))?.name).toEqual(before.name)

  const found = await plan()
  expect(found.changes).toMatchObject([
    {
      kind: 'changed',
      table: 'editions',
      record: 'GA27-1',
      fields: [{ field: 'name', language: 'en', to: 'Autumn call' }],
    },
  ])
  expect((await applyDrafts()).code).toBe(200)
  expect((await edition('GA27-1'))?.name).toMatchObject({ en: 'Autumn call' })
  expect((await edition('GA27-1'))?.closes_at).toEqual(wasClosing)
  const { list } = await anne.call(programmeDesk.versions, {})
  expect(list[0]?.changes).toMatchObject([{ record: 'GA27-1' }])

  await anne.call(programmeDesk.undo, { id: list[0]?.id ?? '' })
  expect((await edition('GA27-1'))?.name).toMatchObject({ en: 'Autumn call' })
  await applyDrafts()
  expect(await season()).toEqual(before)
})

test('a season is opened from another one, with prices of its own, and taken back by undo', async () => {
  const last = await season()
  const later = (text: string) => `${Number(text.slice(0, 4)) + 1}${text.slice(4)}`
  const next: SeasonDocument = {
    ...last,
    code: 'GA28-1',
    name: { en: 'Garance 2028' },
    year: last.year + 1,
    status: 'preparing',
    opens_at: later(last.opens_at),
    closes_at: later(last.closes_at),
    results_at: later(last.results_at),
    phases: last.phases.map((one) => ({
      ...one,
      starts_at: later(one.starts_at),
      ends_at: later(one.ends_at),
    })),
    fee_periods: last.fee_periods.map((one) => ({
      ...one,
      starts_at: later(one.starts_at),
      ends_at: later(one.ends_at),
    })),
  }
  const [section = ''] = Object.keys(next.entry_fees)
  const [period = ''] = Object.keys(next.entry_fees[section] ?? {})
  next.entry_fees = {
    ...next.entry_fees,
    [section]: { ...next.entry_fees[section], [period]: [99_900, 88_800] },
  }
  expect(await save(anne, 'editions/ga28-1.yaml', null, next)).toMatchObject({ code: 200 })
  expect(
    (await plan()).changes.every(
      ({ kind, record }) => kind === 'added' && record.startsWith('GA28-1'),
    ),
  ).toBe(true)
  expect((await applyDrafts()).code).toBe(200)
  expect(await season('editions/ga28-1.yaml')).toEqual(next)
  expect((await season()).entry_fees).toEqual(last.entry_fees)

  const { list } = await anne.call(programmeDesk.versions, {})
  await anne.call(programmeDesk.undo, { id: list[0]?.id ?? '' })
  expect(
    (await plan()).changes.some(({ kind, table }) => kind === 'removed' && table === 'editions'),
  ).toBe(true)
  await applyDrafts()
  expect(await edition('GA28-1')).toBeUndefined()
  expect(await season()).toEqual(last)
})

test('an article in three languages appears on the site at its hour', async () => {
  const { list } = await anne.call(programmeDesk.pictures, {})
  const article: ArticleDocument = {
    slug: 'gala-night',
    type: 'news',
    published_at: '2020-01-01 09:00',
    cover: list[0]?.file ?? '',
    alt: { en: 'A hall' },
    tags: ['gala'],
    title: { en: 'Gala night', fr: 'La soirée de gala', zh: '颁奖之夜' },
    excerpt: { en: 'Come.', fr: 'Venez.', zh: '欢迎。' },
    text: { en: 'Doors open at *seven*.', fr: 'Ouverture à *sept* heures.', zh: '七点开门。' },
  }
  const file = 'content/news/gala-night.md'
  expect(await save(anne, file, null, article)).toMatchObject({ code: 200 })
  expect((await applyDrafts()).code).toBe(200)
  const row = await api.db
    .selectFrom('articles')
    .selectAll()
    .where('slug', '=', 'gala-night')
    .executeTakeFirst()
  expect(row?.title).toEqual(article.title)
  expect(JSON.stringify(row?.html)).toContain('<em>sept</em>')
  const wrong = { ...article, text: { ...article.text, en: 'One.\n::: fr\nDeux.' } }
  expect(await save(anne, file, article, wrong)).toMatchObject({
    code: 422,
    msg: { 'text.en': ['A line of a text cannot begin with :::'] },
  })
  await save(anne, file, article, null)
  expect((await plan()).changes).toMatchObject([{ kind: 'removed', table: 'articles' }])
})

describe('two organisers at once', () => {
  test('edits of different fields are merged', async () => {
    const start = await season()
    await save(anne, SEASON, start, { ...start, name: { ...start.name, en: 'By Anne' } })
    const answer = await save(boris, SEASON, start, { ...start, rules_version: '9' })
    expect(answer).toMatchObject({ code: 200, data: { is_merged: true } })
    expect(await season()).toMatchObject({ name: { en: 'By Anne' }, rules_version: '9' })
  })

  test('the second edit of one field is refused and names it; nothing is lost', async () => {
    const start = await season()
    await save(anne, SEASON, start, { ...start, rules_version: '7' })
    const answer = await save(boris, SEASON, start, { ...start, rules_version: '8' })
    expect(answer).toMatchObject({
      code: 409,
      data: {
        reason: 'DRAFT_CONFLICT',
        conflicts: [{ path: 'rules_version', ours: '8', theirs: '7' }],
        changed_by: await nameOf(anne),
        changed_at: expect.any(String),
      },
    })
    expect(await season()).toMatchObject({ rules_version: '7' })
    const document = { ...start, rules_version: '8' } as Record<string, unknown>
    const from = start as unknown as Record<string, unknown>
    const decided = { file: SEASON, from, document, keeps_ours: true }
    expect(await boris.answer(programmeDesk.save, decided)).toMatchObject({ code: 200 })
    expect(await season()).toMatchObject({ rules_version: '8' })
  })

  test('an edit of a field that went live meanwhile is refused, and names who made it live', async () => {
    const start = await season()
    await save(anne, SEASON, start, { ...start, rules_version: `${start.rules_version}-a` })
    await applyDrafts()
    const answer = await save(boris, SEASON, start, { ...start, rules_version: 'b' })
    expect(answer).toMatchObject({ code: 409, data: { changed_by: await nameOf(anne) } })
    await exportProgramme(api.context, folder, true)
    await applyProgramme(api.context, folder)
    const [after, late] = [await season(), { ...start, rules_version: 'c' }]
    expect(after.rules_version).toBe(`${start.rules_version}-a`)
    // Files have no name.
    expect(await save(boris, SEASON, start, late)).toMatchObject({ data: { changed_by: null } })
    await save(anne, SEASON, after, start)
    await applyDrafts()
  })

  test('a plan that has aged is refused, and the drafts stay', async () => {
    const start = await season()
    const [first, second] = [`${start.rules_version}-a`, `${start.rules_version}-b`]
    await save(anne, SEASON, start, { ...start, rules_version: first })
    const { plan: old } = await plan()
    await save(boris, SEASON, await season(), { ...start, rules_version: second })
    const answer = await anne.answer(programmeDesk.apply, { plan: old ?? '' })
    expect(answer).toMatchObject({ code: 409, data: { reason: 'PLAN_OLD' } })
    expect(await season()).toMatchObject({ rules_version: second })
  })

  test('undo leaves what others have made live since, and names a field that they changed again', async () => {
    const start = await season()
    const first = { ...start, rules_version: `${start.rules_version}-a` }
    await save(anne, SEASON, start, first)
    await applyDrafts()
    const { list } = await anne.call(programmeDesk.versions, {})
    const named = { ...first, name: { ...start.name, en: `${start.name.en} anew` } }
    await save(boris, SEASON, first, named)
    await applyDrafts(boris)
    const drafted = { ...named, results_at: '2027-05-17 18:00' }
    await save(boris, SEASON, named, drafted)
    const undone = await anne.call(programmeDesk.undo, { id: list[0]?.id ?? '' })
    expect(undone).toEqual({ changed: true, conflicts: [] })
    await applyDrafts()
    expect(await season()).toEqual({ ...drafted, rules_version: start.rules_version })

    const again = { ...drafted, rules_version: `${start.rules_version}-b` }
    await save(boris, SEASON, await season(), again)
    await applyDrafts(boris)
    const clash = await anne.call(programmeDesk.undo, { id: list[0]?.id ?? '' })
    expect(clash.conflicts).toMatchObject([{ path: 'rules_version' }])
    await save(anne, SEASON, await season(), start)
    await applyDrafts()
    expect(await season()).toEqual(start)
  })

  test('a draft names the fields that went live differently meanwhile, and cannot be applied before', async () => {
    const start = await season()
    await save(anne, SEASON, start, { ...start, rules_version: '7' })
    await api.db
      .updateTable('editions')
      .set({ rules_version: 'file' })
      .where('code', '=', 'GA27-1')
      .execute()
    const found = await plan()
    expect(found).toMatchObject({
      plan: null,
      conflicts: [{ file: SEASON, path: 'rules_version' }],
    })
    // Saving it again is the decision.
    const shown = await season()
    await save(anne, SEASON, shown, shown)
    expect(await plan()).toMatchObject({ conflicts: [], changes: [{ record: 'GA27-1' }] })
    await api.db
      .updateTable('editions')
      .set({ rules_version: start.rules_version })
      .where('code', '=', 'GA27-1')
      .execute()
  })
})

describe('a document begun under a name in use is refused beside that field, and overwrites nothing', () => {
  const begin = (file: string, document: object, keeps_ours = false) =>
    anne.answer(programmeDesk.save, {
      file,
      from: null,
      document: document as Record<string, unknown>,
      keeps_ours,
    })
  const IN_USE = /^Another document has this code, address or version already/

  test.each([
    ['article', 'slug'],
    ['season', 'code'],
    ['regulations', 'version'],
  ])('%s', async (kind, field) => {
    const { list } = await anne.call(programmeDesk.documents, {})
    const file = list.find((one) => one.kind === kind)?.file ?? ''
    const { document: old } = await anne.call(programmeDesk.document, { file })
    const other = { ...old, title: { en: 'Of this year' }, name: { en: 'Of this year' } }
    for (const keepsOurs of [false, true]) {
      expect(await begin(file, other, keepsOurs)).toMatchObject({
        code: 422,
        msg: { [field]: [expect.stringMatching(IN_USE)] },
      })
    }
    expect((await plan()).changes).toEqual([])
    expect((await anne.call(programmeDesk.document, { file })).document).toEqual(old)
  })

  test('a draft holds its address too; the same save again succeeds, as after a lost answer', async () => {
    const [{ file = '' } = {}] = (await anne.call(programmeDesk.documents, {})).list.filter(
      ({ kind }) => kind === 'article',
    )
    const { document: old } = await anne.call(programmeDesk.document, { file })
    const article = { ...old, slug: 'twice-begun' }
    const own = 'content/news/twice-begun.md'
    expect(await begin(own, article)).toMatchObject({ code: 200 })
    expect(await begin(own, article)).toMatchObject({ code: 200, data: { is_merged: false } })
    const edited = { ...article, tags: ['another'] }
    expect(await begin(own, edited)).toMatchObject({ code: 422, msg: { slug: expect.anything() } })
    expect(await save(anne, own, article, edited)).toMatchObject({ code: 200 })
  })

  test('what a draft removes is written again', async () => {
    const { list } = await anne.call(programmeDesk.documents, {})
    const file = list.find((one) => one.kind === 'article')?.file ?? ''
    const { document: old } = await anne.call(programmeDesk.document, { file })
    expect(await save(anne, file, old, null)).toMatchObject({ code: 200 })
    expect(await begin(file, old ?? {})).toMatchObject({ code: 200 })
    expect((await plan()).changes).toEqual([])
  })
})

describe('bad input is named in its field, and nothing is kept', () => {
  test.each([
    [
      'a phase that ends before it begins',
      'phases.1.ends_at',
      (one: SeasonDocument) => extended(one, '2001-01-01 10:00'),
    ],
    [
      'a call that closes before it opens',
      'closes_at',
      (one: SeasonDocument) => ({ ...one, closes_at: '2001-01-01' }),
    ],
    ['no date', 'opens_at', (one: SeasonDocument) => ({ ...one, opens_at: 'soon' })],
    [
      'a price without its period',
      'document',
      (one: SeasonDocument) => ({ ...one, entry_fees: {} }),
    ],
    ['no English name', 'name.en', (one: SeasonDocument) => ({ ...one, name: { en: ' ' } })],
  ])('%s', async (_, field, change) => {
    const start = await season()
    const answer = await save(anne, SEASON, start, change(start))
    expect(answer.code).toBe(422)
    expect(Object.keys(answer.msg as object)).toContain(field)
    expect(await season()).toEqual(start)
  })

  test('a file that is none of the desk', async () => {
    for (const file of [
      'users.yaml',
      'editions/../users.yaml',
      'content/news/A.md',
      'codes.yaml',
    ]) {
      expect((await save(anne, file, null, {})).code).toBe(404)
    }
  })

  test('a season with entries is not removed', async () => {
    const start = await season()
    expect((await save(anne, SEASON, start, null)).code).toBe(409)
  })
})

test('a folder does not undo what the desk has changed since it was exported', async () => {
  await exportProgramme(api.context, folder, true)
  const start = await season()
  await save(anne, SEASON, start, { ...start, name: { ...start.name, en: 'Desk name' } })
  await applyDrafts()
  const found = await planProgramme(api.context, folder)
  expect(found.undoes).toMatchObject([{ change: { table: 'editions', record: 'GA27-1' } }])
  await expect(applyProgramme(api.context, folder)).rejects.toThrow('--overwrite')
  expect((await edition('GA27-1'))?.name).toMatchObject({ en: 'Desk name' })

  await exportProgramme(api.context, folder, true)
  expect((await planProgramme(api.context, folder)).changes).toEqual([])
  await save(anne, SEASON, await season(), start)
  await applyDrafts()
  await applyProgramme(api.context, folder, { isOverwriting: true })
  expect((await edition('GA27-1'))?.name).toMatchObject({ en: 'Desk name' })
  await save(anne, SEASON, await season(), start)
  await applyDrafts()
})

test('questions are a list at the desk: a wrong field is named in its record, and a change says whom it touches', async () => {
  const file = 'questions.yaml'
  const { document } = await anne.call(programmeDesk.document, { file })
  const { list } = document as unknown as QuestionsDocument
  const [first] = list
  if (!first) throw new Error('The demo asks nothing')
  const wrong = await save(anne, file, document, {
    list: [first, { ...first, code: 'other', kind: 'link', maximum: undefined }],
  })
  expect(wrong).toMatchObject({ code: 422, msg: { 'list.1.jurors': [expect.any(String)] } })
  const twice = await save(anne, file, document, { list: [first, first] })
  expect(twice.code).toBe(422)
  const unknown = await save(anne, file, document, { list: [{ ...first, categories: ['NOPE'] }] })
  expect(unknown.code).toBe(422)

  const entry = await api.db
    .selectFrom('apply_orders')
    .select('id')
    .where('entry_status', '=', 0)
    .executeTakeFirstOrThrow()
  await api.db
    .updateTable('apply_orders')
    .set({ answers: JSON.stringify({ questions: { [first.code]: 'With one screw' } }) })
    .where('id', '=', entry.id)
    .execute()
  expect((await save(anne, file, document, { list: list.slice(1) })).code).toBe(200)
  const { affected, changes } = await plan()
  expect(changes).toContainEqual(
    expect.objectContaining({ kind: 'removed', table: 'entry_questions', record: first.code }),
  )
  expect(affected).toMatchObject([{ record: first.code, drafts: 1, handed_in: 0, quotes: 0 }])
})

test('a category is added at the desk and taken away again by undo; one with entries or a broadcast stays', async () => {
  const file = 'categories.yaml'
  const { document } = await anne.call(programmeDesk.document, { file })
  const { list } = document as unknown as CategoriesDocument
  const [group, ...others] = list
  const [model] = group?.categories ?? []
  if (!group || !model) throw new Error('The demo has no categories')
  const withNew = { ...group, categories: [...group.categories, { ...model, code: 'JEU' }] }
  await save(anne, file, document, { list: [withNew, ...others] })
  await applyDrafts()
  const found = () =>
    api.db.selectFrom('categories').select('id').where('code', '=', 'JEU').execute()
  const [added] = await found()
  const draft = await anne.call(broadcasts.saveBroadcast, {
    audience: 'drafts',
    edition_id: (await edition('GA27-1'))?.id ?? '',
    category_id: added?.id ?? '',
    language: null,
    texts: { en: { subject: 'New', body: 'Games' }, fr: NO_TEXT, zh: NO_TEXT },
  })
  const { list: versions } = await anne.call(programmeDesk.versions, {})
  await anne.call(programmeDesk.undo, { id: versions[0]?.id ?? '' })
  expect(await anne.answer(programmeDesk.plan, {})).toMatchObject({
    code: 409,
    msg: 'Nothing was changed: a broadcast names a season or category that would be removed. Remove its draft, or leave the season or category in.',
  })
  await anne.call(broadcasts.removeBroadcast, draft)
  await applyDrafts()
  expect(await found()).toHaveLength(0)

  const without = { ...group, categories: group.categories.slice(1) }
  const refused = await save(anne, file, document, { list: [without, ...others] })
  expect(refused.code).not.toBe(200)
})

describe('winner packages', () => {
  const FILE = 'fees.yaml'
  const read = async () => {
    const { document } = await anne.call(programmeDesk.document, { file: FILE })
    return document as unknown as PackagesDocument
  }
  const priceOf = async (award: string) => {
    const { rows } = await sql<{ amount_minor: number }>`
      select amount_minor from winner_package_prices price
      join winner_packages package on package.id = price.package_id and package.code = 'signature'
      join award_levels level on level.id = price.award_id and level.code = ${award}
      join editions edition on edition.id = price.edition_id and edition.code = 'GA26-1'`.execute(
      api.db,
    )
    return rows[0]?.amount_minor
  }
  const changed = (
    document: PackagesDocument,
    change: (one: PackagesDocument['winner_packages'][number]) => object,
  ) => ({
    ...document,
    winner_packages: document.winner_packages.map((one) =>
      one.code === 'signature' ? { ...one, ...change(one) } : one,
    ),
  })

  test('prices and contents are edited; the plan says how many winners are offered them, and undo leads back', async () => {
    const before = await read()
    const after = changed(before, ({ prices: { silver: _, ...prices }, includes }) => ({
      prices: { ...prices, gold: 81_000 },
      includes: { ...includes, en: 'All of it' },
    }))
    expect((await save(anne, FILE, before, after)).code).toBe(200)
    const planned = await plan()
    expect(planned.changes).toContainEqual(
      expect.objectContaining({
        kind: 'changed',
        table: 'winner_package_prices',
        record: 'GA26-1 signature gold',
        fields: [{ field: 'price', language: null, from: '79000', to: '81000' }],
      }),
    )
    expect(planned.changes).toContainEqual(
      expect.objectContaining({ kind: 'removed', record: 'GA26-1 signature silver' }),
    )
    expect(planned.changes).toContainEqual(
      expect.objectContaining({ kind: 'changed', table: 'winner_packages', record: 'signature' }),
    )
    const { rows } = await sql<{ record: string; offers: number }>`
      select edition.code as record, count(*)::int as offers from apply_orders entry
      join editions edition on edition.id = entry.edition_id
      where winner_fee_status in (1, 2) group by edition.code`.execute(api.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(planned.affected).toEqual(
      expect.arrayContaining(rows.map((row) => expect.objectContaining(row))),
    )

    expect((await applyDrafts()).code).toBe(200)
    expect([await priceOf('gold'), await priceOf('silver')]).toEqual([81_000, undefined])
    const [version] = (await anne.call(programmeDesk.versions, {})).list
    await anne.call(programmeDesk.undo, { id: version?.id ?? '' })
    await applyDrafts()
    expect([await priceOf('gold'), await priceOf('silver')]).toEqual([79_000, 59_000])
    expect(await read()).toEqual(before)
  })

  test('a part for seats that is more than the price is named in its field', async () => {
    const before = await read()
    const index = before.winner_packages.findIndex(({ code }) => code === 'signature')
    const refused = await save(
      anne,
      FILE,
      before,
      changed(before, () => ({ event_share: 500_000 })),
    )
    expect(refused).toMatchObject({
      code: 422,
      msg: { [`winner_packages.${index}.event_share`]: [expect.any(String)] },
    })
  })
})

describe('rules that scores follow', () => {
  const CATEGORIES = 'categories.yaml'
  const read = async <T>(file: string) => {
    const { document } = await anne.call(programmeDesk.document, { file })
    return document as unknown as T
  }
  type Levels = { list: { code: string; min_score: number }[] }
  /** A category of the judging under way that has scores, and how many of its entries have. */
  const scored = async () => {
    const { rows } = await sql<{ code: string; count: number }>`
      select category.code, count(distinct entry.id)::int as count
      from scores score join apply_orders entry on entry.id = score.apply_order_id
      join editions edition on edition.id = entry.edition_id and edition.status in (2, 3)
      join categories category on category.id = entry.category_id
      group by category.code order by count desc`.execute(api.db)
    return rows
  }
  const weighted = (document: CategoriesDocument, of: string, weight: number) => {
    const changed = structuredClone(document)
    const one = changed.list.flatMap(({ categories }) => categories).find(({ code }) => code === of)
    if (!one) throw new Error(`No category ${of}`)
    one.weights = { ...one.weights, ethique: weight }
    return changed
  }

  test('weights stay where entries under judging are scored, by desk and by file, and how many is told', async () => {
    const [first] = await scored()
    if (!first) throw new Error('Nothing is scored')
    const document = await read<CategoriesDocument>(CATEGORIES)
    const refused = await save(anne, CATEGORIES, document, weighted(document, first.code, 3))
    expect(refused).toMatchObject({
      code: 409,
      msg: expect.stringContaining(`(${first.count} of them)`),
      data: { reason: 'NOT_APPLICABLE' },
    })

    const files = join(folder, 'weights')
    await exportProgramme(api.context, files)
    const path = join(files, CATEGORIES)
    const text = await readFile(path, 'utf8')
    const place = text.indexOf(`code: ${first.code}`)
    const changed = text.slice(place).replace(/ethique: [\d.]+/, 'ethique: 3')
    await writeFile(path, text.slice(0, place) + changed)
    await expect(planProgramme(api.context, files)).rejects.toThrow(/are scored by the weights/)
    await expect(applyProgramme(api.context, files)).rejects.toThrow(/are scored by the weights/)
  })

  test('weights change where nothing is scored, and everywhere once the results are published', async () => {
    const [first] = await scored()
    const document = await read<CategoriesDocument>(CATEGORIES)
    const added = structuredClone(document)
    const [group] = added.list
    const [model] = group?.categories ?? []
    if (!first || !group || !model) throw new Error('Nothing is scored')
    group.categories.push({ ...model, code: 'ZZ-1' })
    const own = await save(anne, CATEGORIES, document, weighted(added, 'ZZ-1', 3))
    expect(own.code).toBe(200)
    await anne.call(programmeDesk.discard, {})

    const published = { status: 4, results_published_at: new Date() }
    await api.db.updateTable('editions').set(published).where('status', 'in', [2, 3]).execute()
    const later = await save(anne, CATEGORIES, document, weighted(document, first.code, 3))
    expect(later.code).toBe(200)
  })

  test('a least score stays while entries have the level by it, and once the results are frozen', async () => {
    const { id, edition_id } = await api.db
      .selectFrom('apply_orders')
      .select(['id', 'edition_id'])
      .where('entry_status', '=', 40)
      .executeTakeFirstOrThrow()
    const put = (table: { award_id: string | null; decision_status: number }) =>
      api.db.updateTable('apply_orders').set(table).where('id', '=', id).execute()
    const judging = { status: 2, results_published_at: null }
    await api.db.updateTable('editions').set(judging).where('id', '=', edition_id).execute()
    const gold = await api.db
      .selectFrom('award_levels')
      .select('id')
      .where('code', '=', 'gold')
      .executeTakeFirstOrThrow()
    await api.db
      .updateTable('apply_orders')
      .set({ award_id: null, decision_status: 0 })
      .where('edition_id', '=', edition_id)
      .where('entry_status', '=', 40)
      .execute()
    const document = await read<Levels>('awards.yaml')
    const lower = structuredClone(document)
    const level = lower.list.find(({ code }) => code === 'gold')
    if (!level) throw new Error('No gold')
    level.min_score -= 1
    const tried = () => save(anne, 'awards.yaml', document, lower)

    expect((await tried()).code).toBe(200)
    await anne.call(programmeDesk.discard, {})
    await put({ award_id: gold.id, decision_status: 2 })
    expect(await tried()).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/an award level by the least score of now \(1 of them\)/),
    })
    await put({ award_id: null, decision_status: 0 })
    await freezeResults(api.db, edition_id, null, api.context.clock())
    expect(await tried()).toMatchObject({ code: 409 })
  })
})

test('content that no file can hold is named, and what to do about it', async () => {
  const [block] = await api.db.selectFrom('blocks').select(['id', 'markdown']).limit(1).execute()
  if (!block) throw new Error('There is no block')
  const put = (markdown: string) =>
    api.db.updateTable('blocks').set({ markdown }).where('id', '=', block.id).execute()
  await put('{}')
  expect(await anne.answer(programmeDesk.documents, {})).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/content\/blocks\.yaml .* Apply your files once, then export/),
    data: { reason: 'NOT_APPLICABLE' },
  })
  await put(JSON.stringify(block.markdown))
  expect(await anne.answer(programmeDesk.documents, {})).toMatchObject({ code: 200 })
})
