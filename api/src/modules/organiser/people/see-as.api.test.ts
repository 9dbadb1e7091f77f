import { account, ALL_CALLS, entries, people, session, sessionAdded } from '@awards/shared/contract'
import {
  isOpenToSeeAs,
  isRefusal,
  permissionOf,
  SEE_AS_MINUTES,
  type CallName,
} from '@awards/shared/domain'
import { deskPeople } from '../../../../test/desk-people.ts'
import { fingerprint } from '../../../../test/fingerprint.ts'
import { permissionFixture } from '../../../../test/permission-fixture.ts'
import { SAMPLES } from '../../../../test/permission-inputs.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const { db, build } = api
const fixture = await permissionFixture(api)
const { holder } = deskPeople(api)
const organiser = await holder('organise')
const entrant = fixture.people[0]
const reason = 'A question about a draft'

/** A look through the eyes of somebody, as one of the organisers has. */
async function lookAs({ id }: { id: string }, onlooker: { id: string } = organiser) {
  const { token, until } = await api.as(onlooker).call(people.seeAs, { user_id: id, reason })
  return {
    until,
    answer: (call: (typeof ALL_CALLS)[number], input: unknown = {}) =>
      api.as(null).answer(call, input, { token }),
  }
}
const auditOf = (subject: string, action: string) =>
  db
    .selectFrom('audit_log')
    .select(['actor_id', 'reason'])
    .where('subject', '=', subject)
    .where('action', '=', action)
    .execute()
beforeEach(() => db.deleteFrom('rate_limits').execute())
afterEach(() => api.setTime(new Date()))

test('an organiser sees what somebody sees, and the look is in the audit log with its reason', async () => {
  proves('call organiser/seeAs')
  const look = await lookAs(entrant)
  const { data } = await look.answer(session.getUserInfo)
  expect(data).toMatchObject({
    id: entrant.id,
    rights: [],
    seen_by: { name: `${organiser.first_name} ${organiser.last_name}`, until: look.until },
  })
  const own = await api.as(entrant).call(entries.entryList, {})
  expect((await look.answer(entries.entryList)).data).toEqual(own)
  expect(await auditOf(entrant.id, 'person.seen')).toEqual([{ actor_id: organiser.id, reason }])
  expect(await api.as(entrant).call(session.getUserInfo, {})).toMatchObject({ seen_by: null })
})

/** What every call of the contract answers to somebody who only looks, and what that leaves in the database. */
async function tryAll(calls: typeof ALL_CALLS) {
  const look = await lookAs(entrant)
  const others = ['audit_log', 'audit_chain', 'jobs']
  const before = await fingerprint(db, others)
  const reasons: Record<string, unknown> = {}
  for (const call of calls) {
    const input = SAMPLES[call.name as CallName].input(fixture, fixture.own)
    const { code, data } = await look.answer(call, input)
    reasons[call.name] = `${code} ${(data as { reason?: string } | null)?.reason ?? ''}`.trim()
  }
  expect(await fingerprint(db, others)).toEqual(before)
  return reasons
}

test('every call that changes something is refused to who looks on, and changes nothing', async () => {
  proves('security 55')
  const closed = ALL_CALLS.filter((call) => !isOpenToSeeAs(call))
  expect(closed.length).toBeGreaterThan(90)
  // The call says so itself: what is read alone is a GET.
  expect(ALL_CALLS.filter(isOpenToSeeAs).filter(({ method }) => method !== 'GET')).toEqual([
    sessionAdded.logout,
  ])
  const reasons = await tryAll(closed)
  expect(Object.entries(reasons).filter(([, reason]) => reason !== '403 SEE_AS')).toEqual([])
})

test('what the person may read is open to who looks on, and reading it changes nothing', async () => {
  proves('security 55')
  const open = ALL_CALLS.filter(isOpenToSeeAs).filter(({ method }) => method === 'GET')
  // A certificate is signed when it is read for the first time, by whomever; here its owner has read it before.
  for (const call of open) {
    const input = SAMPLES[call.name as CallName].input(fixture, fixture.own)
    await api.as(entrant).answer(call, input)
  }
  const reasons = await tryAll(open)
  const wrong = open.filter(({ name }) => {
    const cell = permissionOf(name as CallName, 0)
    const code = Number(reasons[name]?.toString().slice(0, 3))
    return isRefusal(cell) ? code !== cell : [401, 403].includes(code)
  })
  expect(wrong.map(({ name }) => [name, reasons[name]])).toEqual([])
})

test('the copy of all data and what jurors gave stay the person’s own', async () => {
  const kept = ['user/export', 'apply/scoreSheet', 'apply/figureDerivation']
  const reasons = await tryAll(ALL_CALLS.filter(({ name }) => kept.includes(name)))
  expect(Object.values(reasons)).toEqual(kept.map(() => '403 SEE_AS'))
})

test('what is refused is told of the organiser, not of the person', async () => {
  const person = await build.user()
  const look = await lookAs(person)
  await look.answer(account.requestExport)
  await look.answer(sessionAdded.logout)
  const acts = await db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', person.id)
    .execute()
  expect(acts).toEqual([])
  expect(await auditOf(person.id, 'person.seen_ended')).toEqual([
    { actor_id: organiser.id, reason: null },
  ])
})

describe('a look ends', () => {
  const isOver = async (look: Awaited<ReturnType<typeof lookAs>>) =>
    (await look.answer(session.getUserInfo)).code === 401

  test('when the organiser ends it', async () => {
    const look = await lookAs(entrant)
    expect((await look.answer(sessionAdded.logout)).code).toBe(200)
    expect(await isOver(look)).toBe(true)
  })

  test('after fifteen minutes, however much is looked at', async () => {
    const look = await lookAs(entrant)
    api.setTime(new Date(Date.now() + (SEE_AS_MINUTES - 1) * 60_000))
    expect(await isOver(look)).toBe(false)
    api.setTime(new Date(Date.now() + (SEE_AS_MINUTES + 1) * 60_000))
    expect(await isOver(look)).toBe(true)
  })

  test('when the right of the organiser is taken', async () => {
    const colleague = await holder('organise')
    const look = await lookAs(entrant, colleague)
    await db.deleteFrom('account_rights').where('user_id', '=', colleague.id).execute()
    expect(await isOver(look)).toBe(true)
  })

  test('when the rights of the organiser begin to rest', async () => {
    const juror = await build.juror(3)
    const edition = await build.edition()
    await db.insertInto('account_rights').values({ user_id: juror.id, name: 'organise' }).execute()
    const look = await lookAs(entrant, juror)
    expect(await isOver(look)).toBe(false)
    await db.updateTable('editions').set({ status: 2 }).where('id', '=', edition.id).execute()
    expect(await isOver(look)).toBe(true)
  })

  test.each([
    [
      'a right',
      (id: string) => db.insertInto('account_rights').values({ user_id: id, name: 'admit' }),
    ],
    [
      'an identity of the jury',
      (id: string) => db.updateTable('users').set({ identity: 2 }).where('id', '=', id),
    ],
  ])('when the person is given %s', async (_what, change) => {
    const person = await build.user()
    const look = await lookAs(person)
    await change(person.id).execute()
    expect(await isOver(look)).toBe(true)
  })

  test('when the person signs out everywhere', async () => {
    const person = await build.user()
    const look = await lookAs(person)
    const own = api.as(person)
    expect(await own.call(account.sessions, {})).toHaveLength(1)
    await own.call(account.endSessions, {})
    expect(await isOver(look)).toBe(true)
  })
})
