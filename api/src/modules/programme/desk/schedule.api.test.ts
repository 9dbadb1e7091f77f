import { programmeDesk, type ProgrammeDocument } from '@awards/shared/contract'
import { EDITION_STATUS, PHASES } from '@awards/shared/domain'
import { organiserOf } from '../../../../test/organiser-of.ts'
import { demoApi } from '../../../../test/test-api.ts'

const api = await demoApi()
const person = await api.build.user()
await api.db.insertInto('account_rights').values({ user_id: person.id, name: 'organise' }).execute()
const [anne, boris] = [api.as(person), await organiserOf(api)]

const CONTACT = 'content/contact.yaml'
const SEASON = 'editions/ga27-1.yaml'
const MINUTE = 60_000

async function draft(file: string, change: (document: ProgrammeDocument) => object, by = anne) {
  const { document: from } = await by.call(programmeDesk.document, { file })
  const document = { ...from, ...change(from ?? {}) }
  await by.call(programmeDesk.save, { file, from, document })
}
const call = (phone: string) => draft(CONTACT, () => ({ phone }))
const livePhone = async () => {
  const row = await api.db
    .selectFrom('site_documents')
    .select('document')
    .where('code', '=', 'contact')
    .executeTakeFirstOrThrow()
  return (row.document as { phone: string }).phone
}
async function schedule(minutes: number, by = anne) {
  const { plan } = await anne.call(programmeDesk.plan, {})
  const at = new Date(api.context.clock().getTime() + minutes * MINUTE).toISOString()
  return { at, answer: await by.answer(programmeDesk.schedule, { plan: plan ?? 'none', at }) }
}
async function later(minutes: number) {
  api.setTime(new Date(api.context.clock().getTime() + minutes * MINUTE))
  await api.context.jobs.drain()
}
const scheduled = async () => (await boris.call(programmeDesk.scheduled, {})).schedule
const drafts = async () => {
  const { list } = await anne.call(programmeDesk.documents, {})
  return list.filter(({ state }) => state !== 'live').map(({ file }) => file)
}

beforeAll(() => api.setTime(new Date()))
afterEach(async () => {
  await anne.answer(programmeDesk.withdraw, {})
  await anne.call(programmeDesk.discard, {})
})

test('a reviewed plan goes live at its moment and not before, in the name of its author', async () => {
  await call('+33 1')
  const { at, answer } = await schedule(30)
  expect(answer).toMatchObject({ code: 200 })
  expect(await scheduled()).toMatchObject({ at, failed: null })
  const before = await livePhone()
  await later(29)
  expect(await livePhone()).toBe(before)
  await later(2)
  expect(await livePhone()).toBe('+33 1')
  expect(await scheduled()).toBeNull()
  expect(await drafts()).toEqual([])
  const version = await api.db
    .selectFrom('programme_versions')
    .select('applied_by')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(version?.applied_by).toBe(person.id)
})

test('it is withdrawn by anybody who organises, and the drafts stay', async () => {
  await call('+33 2')
  await schedule(30)
  expect(await boris.answer(programmeDesk.withdraw, {})).toMatchObject({ code: 200 })
  expect(await scheduled()).toBeNull()
  await later(31)
  expect(await livePhone()).not.toBe('+33 2')
  expect(await drafts()).toEqual([CONTACT])
  expect(await boris.answer(programmeDesk.withdraw, {})).toMatchObject({ code: 404 })
})

test('a plan that has aged changes nothing, and its author is told', async () => {
  await call('+33 3')
  await schedule(30)
  await draft('sections.yaml', ({ list }) => ({ list: renamed(list) }), boris)
  const before = await livePhone()
  api.mails.length = 0
  await later(31)
  expect(await livePhone()).toBe(before)
  expect(await drafts()).toEqual([CONTACT, 'sections.yaml'])
  expect(await scheduled()).toMatchObject({ failed: 'PLAN_OLD' })
  const mail = api.mails.find(({ to }) => to === person.email)
  expect(mail?.text).toContain('changed after they were reviewed')
  // Another run of the same job tells nobody twice.
  await later(1)
  expect(api.mails.filter(({ to }) => to === person.email)).toHaveLength(1)
})

const renamed = (list: unknown) =>
  (list as { name: object }[]).map((record) => ({ ...record, name: { ...record.name, en: 'New' } }))

test('a season that is put into another phase meanwhile is not changed', async () => {
  await draft(SEASON, ({ name }) => ({ name: { ...(name as object), en: 'Later' } }))
  expect((await schedule(30)).answer).toMatchObject({ code: 200 })
  const force = (is_forced: boolean) =>
    api.build.forcePhase('GA27-1', PHASES.admissibility, is_forced)
  await force(true)
  await later(31)
  await force(false)
  expect(await scheduled()).toMatchObject({ failed: 'PHASE_CHANGED' })
  expect(await drafts()).toEqual([SEASON])
})

test('what the site itself changes meanwhile, in another season or in a seat, does not age a plan', async () => {
  await call('+33 6')
  expect((await schedule(30)).answer).toMatchObject({ code: 200 })
  const edition = api.db.updateTable('editions').where('code', '=', 'GA26-1')
  await edition.set({ status: EDITION_STATUS.archived }).execute()
  const seat = api.db.updateTable('jurors').where('slug', '=', 'ferrante')
  await seat.set({ bio: JSON.stringify({ en: 'Makes chairs.' }) }).execute()
  await later(31)
  await edition.set({ status: EDITION_STATUS.published }).execute()
  expect(await livePhone()).toBe('+33 6')
  expect(await scheduled()).toBeNull()
})

test('who may not organise any more makes nothing live', async () => {
  await call('+33 4')
  await schedule(30)
  await api.db.deleteFrom('account_rights').where('user_id', '=', person.id).execute()
  await later(31)
  await api.db
    .insertInto('account_rights')
    .values({ user_id: person.id, name: 'organise' })
    .execute()
  expect(await scheduled()).toMatchObject({ failed: 'RIGHT_GONE' })
  expect(await livePhone()).not.toBe('+33 4')
})

test('a moment that has passed or lies in another phase, an old plan and a second one are refused', async () => {
  await call('+33 5')
  expect((await schedule(0)).answer).toMatchObject({ code: 422 })
  const old = await anne.answer(programmeDesk.schedule, {
    plan: 'none',
    at: new Date(api.context.clock().getTime() + 5 * MINUTE).toISOString(),
  })
  expect(old).toMatchObject({ code: 409, data: { reason: 'PLAN_OLD' } })
  expect((await schedule(5)).answer).toMatchObject({ code: 200 })
  expect((await schedule(6, boris)).answer).toMatchObject({
    code: 409,
    data: { reason: 'WAITING' },
  })
  await anne.call(programmeDesk.withdraw, {})
  await draft(SEASON, ({ name }) => ({ name: { ...(name as object), en: 'Later' } }))
  const aYear = 366 * 24 * 60
  expect((await schedule(aYear)).answer).toMatchObject({
    code: 422,
    msg: { at: [expect.any(String)] },
  })
})
