import Fastify from 'fastify'
import { figures, type Output } from '@awards/shared/contract'
import { deskPeople } from '../../../../test/desk-people.ts'
import { testApi } from '../../../../test/test-api.ts'
import { DAY_MS } from '../../../lib/time.ts'
import { beginsVisit, countVisits } from './visits.ts'

const api = await testApi()
const { db, build } = api
const NOW = Date.parse('2027-01-21T12:00:00Z')
api.setTime(new Date(NOW))
const at = (days: number) => new Date(NOW + days * DAY_MS)
// Ten days are left; of the edition before, ten days were left on 11 January 2026.
const edition = await build.edition({ opens_at: at(-40), closes_at: at(10), code: 'NOW' })
const before = await build.edition({ opens_at: at(-420), closes_at: at(-355), code: 'BEFORE' })
const { category } = await build.programme()
const other = await build.category({ name: JSON.stringify({ en: 'Lighting', fr: 'Luminaire' }) })
const { holder } = deskPeople(api)
const desk = api.as(await holder('organise'))

const french = await build.user({ created_at: at(-3), country: 'FR' })
const chinese = await build.user({ created_at: at(-2), country: 'CN', language: 'zh' })
const entry = (owner: { id: string }, of: { id: string }, created: Date, more: object = {}) =>
  build.entry(owner, { edition_id: of.id, created_at: created, ...more })
const paid = (submitted_at: Date, paid_at: Date) => ({ entry_status: 20, submitted_at, paid_at })

await entry(french, edition, at(-3), { ...paid(at(-2), at(-1)), invitation_code: 'I-ATELIER' })
await entry(chinese, edition, at(-2), {
  entry_status: 10,
  submitted_at: at(-1),
  category_id: other.id,
})
await entry(chinese, edition, at(-1))
// The edition before, 365 days and ten days before its close: one before that moment, one after it.
await entry(french, before, at(-370), paid(at(-369), at(-368)))
await entry(french, before, at(-364), paid(at(-363), at(-362)))

const read = (): Promise<Output<typeof figures.figures>> =>
  desk.call(figures.figures, { edition_id: edition.id })

test('the funnel stands beside that of the edition before when it was as far from its close', async () => {
  proves('call organiser/figures')
  const found = await read()
  expect(found.before?.code).toBe('BEFORE')
  expect(found.before_until).toBe(at(-365).toISOString())
  expect(found.funnel).toMatchObject({
    draft: { now: 3, before: 1 },
    handed_in: { now: 2, before: 1 },
    paid: { now: 1, before: 1 },
  })
  expect(found.funnel.account.now).toBeGreaterThanOrEqual(2)
  const day = found.days.find(({ left }) => left === 11)
  expect(day).toMatchObject({ day: '2027-01-20', now: { draft: 1, handed_in: 1, paid: 1 } })
  const lefts = found.days.map(({ left }) => left)
  expect(lefts).toEqual(lefts.map((_, index) => (lefts[0] ?? 0) - index))
  expect(found.days.find(({ left }) => left === 13)).toMatchObject({
    before: { paid: 1, draft: 0 },
  })
})

const OPENED = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  accept: 'text/html',
}
const visits = () => db.selectFrom('visit_days').selectAll().orderBy('day').execute()

test('a public page that a browser opens is a visit; nothing else is, and nothing of who came is kept', () => {
  const begins = (headers: object, url = '/winners', method = 'GET') =>
    beginsVisit({ method, url, headers: { ...OPENED, ...headers } } as never)
  expect(begins({})).toBe(true)
  expect(begins({ 'sec-fetch-site': 'cross-site' }, '/fr/winners/7?x=1')).toBe(true)
  // A link of the site, a robot, what is loaded ahead, a frame, and pages of people with a task.
  expect(begins({ 'sec-fetch-site': 'same-origin' })).toBe(false)
  expect(begins({ 'sec-fetch-dest': undefined })).toBe(false)
  expect(begins({ 'sec-purpose': 'prefetch' })).toBe(false)
  expect(begins({ 'sec-fetch-dest': 'iframe' })).toBe(false)
  expect(begins({}, '/winners', 'HEAD')).toBe(false)
  for (const url of ['/organiser', '/steps?id=1', '/account', '/api/index/winners']) {
    expect(begins({}, url)).toBe(false)
  }
})

test('visits are the first step of the funnel, by whole days and beside the edition before', async () => {
  await db
    .insertInto('visit_days')
    .values([
      // Of the edition before: the day of the same distance, and one that comes after it.
      { day: '2026-01-21', count: 70 },
      { day: '2026-01-22', count: 9 },
      { day: '2027-01-20', count: 30 },
      // After the close of the one before, long before the opening of this one.
      { day: '2026-06-01', count: 500 },
    ])
    .execute()
  const counter = Fastify()
  countVisits(counter, api.context)
  counter.get('/winners', async () => 'winners')
  counter.get('/press', async (_request, reply) => reply.code(503).send('down'))
  for (const url of ['/winners', '/winners', '/press']) {
    await counter.inject({ url, headers: OPENED })
  }
  await counter.inject({ url: '/winners', headers: { ...OPENED, 'sec-fetch-site': 'same-origin' } })
  await counter.close()
  expect((await visits()).at(-1)).toEqual({ day: expect.anything(), count: '2' })

  const found = await read()
  expect(found.funnel.visitor).toEqual({ now: 32, before: 70 })
  expect(found.days.find(({ left }) => left === 11)).toMatchObject({
    day: '2027-01-20',
    now: { visitor: 30 },
  })
  expect(found.days.find(({ left }) => left === 10)?.now.visitor).toBe(2)
})

test('categories, countries and codes are counted, with what each was before', async () => {
  const { categories, countries, codes } = await read()
  expect(categories).toMatchObject([
    { key: category.id, name: 'Furniture', draft: 2, handed_in: 1, paid: 1, paid_before: 1 },
    { key: other.id, name: 'Lighting', draft: 1, handed_in: 1, paid: 0, paid_before: 0 },
  ])
  expect(countries).toMatchObject([
    { key: 'FR', name: 'France', draft: 1, paid: 1, paid_before: 1 },
    { key: 'CN', name: 'China', draft: 2, paid: 0, paid_before: 0 },
  ])
  expect(codes).toMatchObject([
    { key: 'I-ATELIER', paid: 1, paid_before: 0 },
    { key: '', draft: 2 },
  ])
})

test('jury and money are counted by level and state, without anything that a juror gave', async () => {
  const { id } = await entry(french, edition, at(-3), {
    entry_status: 40,
    category_id: other.id,
    paid_at: at(0),
  })
  const jurors = await Promise.all([build.juror(2), build.juror(2)])
  for (const [index, { juror_id }] of jurors.entries()) {
    await db
      .insertInto('assignments')
      .values({ juror_id, apply_order_id: id, level: 2, status: index === 0 ? 3 : 1 })
      .execute()
  }
  const { jury } = await read()
  expect(jury).toEqual([{ level: 2, jurors: 2, given: 2, done: 1, behind: 1 }])
})

test('each table is a file, kept and in the audit log', async () => {
  proves('call organiser/exportFigures')
  const saved = await desk.call(figures.exportFigures, {
    edition_id: edition.id,
    table: 'categories',
  })
  expect(saved).toMatchObject({ filename: 'figures_categories_2027-01-21.csv', rows: 2 })
  const { body } = await api.app.inject(saved.url)
  expect(body).toContain('key,name,draft,handed_in,paid,paid_before\r\n')
  expect(body).toContain(',Lighting,')
  const act = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'edition.figures_exported')
    .executeTakeFirstOrThrow()
  expect(act.subject).toBe(edition.id)
  expect(await desk.answer(figures.figures, { edition_id: '424242' })).toMatchObject({ code: 404 })
})

test('every entry is a line of a file, with what it answers and nothing of a decision', async () => {
  proves('call organiser/exportEntries')
  const consent = { code: 'rules', kind: 'consent', jurors: 'hidden', label: { en: 'Rules read' } }
  const maker = { code: 'maker', kind: 'text', jurors: 'hidden', label: { en: 'The maker' } }
  await db
    .insertInto('entry_forms')
    .values({ hash: 'f1', created_at: at(-3), questions: JSON.stringify([maker, consent]) })
    .execute()
  const { id } = await build.edition({ opens_at: at(-40), closes_at: at(10), code: 'FILE' })
  const answers = JSON.stringify({ questions: { maker: '@cmd', rules: true } })
  const given = { entry_no: 'F-2', entry_status: 50, form_hash: 'f1', answers }
  await entry(french, { id }, at(-3), { ...given, title: 'Decided' })
  await entry(chinese, { id }, at(-3), { entry_no: 'F-1', title: 'A draft' })

  const caller = await deskPeople(api).proven(await holder('organise'))
  const saved = await caller.call(figures.exportEntries, { edition_id: id })
  expect(saved).toMatchObject({ filename: 'entries_FILE_2027-01-21.csv', rows: 2 })
  const { body } = await api.app.inject(saved.url)
  const [head, draft, decided] = body.split('\r\n')
  expect(head).toMatch(/^\ufeffentry_no,title,category,section,status,.*,The maker,Rules read$/)
  expect(draft).toMatch(/^F-1,A draft,Furniture,Professional,draft,unpaid,.*,,$/)
  // The decision is under embargo, and the answer no formula.
  expect(decided).toMatch(/^F-2,Decided,Furniture,Professional,in_judging,.*,'@cmd,Yes$/)
  expect(body).toContain(french.email)
  const act = await db
    .selectFrom('audit_log')
    .select('subject')
    .where('action', '=', 'entries.exported')
    .executeTakeFirstOrThrow()
  expect(act.subject).toBe(id)
  expect(await caller.answer(figures.exportEntries, { edition_id: '424242' })).toMatchObject({
    code: 404,
  })
})
