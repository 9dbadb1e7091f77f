import { ALL_CALLS, judge, session } from '@awards/shared/contract'
import { PERMISSIONS } from '@awards/shared/domain'
import type { CallName, PermissionRow } from '@awards/shared/domain'
import { permissionFixture } from '../permission-fixture.ts'
import type { Subject } from '../permission-fixture.ts'
import { SAMPLES } from '../permission-inputs.ts'
import { testApi } from '../test-api.ts'

const api = await testApi()
const fixture = await permissionFixture(api)
const NOBODY = '4611686018427387904'
const MISSING = Object.fromEntries(
  Object.keys(fixture.own).map((key) => [key, key === 'order_no' ? 'NOSUCHORDER01' : NOBODY]),
) as Subject

/** Calls of entrants about a row. */
const CALLS = ALL_CALLS.filter(({ name }) => {
  const row: PermissionRow = PERMISSIONS[name as CallName]
  return SAMPLES[name as CallName].about === 'row' && row[0] !== 403 && row.foreign === 404
})

const answerOf = async (call: (typeof ALL_CALLS)[number], subject: Subject) => {
  await api.db.deleteFrom('rate_limits').execute()
  const input = SAMPLES[call.name as CallName].input(fixture, subject)
  return { ...(await api.as(fixture.people[0]).answer(call, input)), trace_id: '' }
}

test('there are more than ten calls to try', () => expect(CALLS.length).toBeGreaterThan(10))

test.each(CALLS.map((call) => [call.name, call] as const))(
  '%s answers for a row of another user exactly as for a missing one',
  async (_name, call) => {
    proves('security 56', 'security 57')
    const foreign = await answerOf(call, fixture.foreign)
    expect(foreign.code).toBe(404)
    expect(foreign).toEqual(await answerOf(call, MISSING))
  },
)

test('a changed role or capability takes effect with the next call of the session', async () => {
  proves('security 58')
  const chair = await api.build.juror(1)
  const caller = api.as(chair)
  const list = async () => (await caller.answer(judge.judgeEntryList, {})).code
  const reasonOf = async () => {
    const { data } = await caller.answer(judge.isShow, { apply_order_id: NOBODY, is_show: 1 })
    return (data as { reason?: string } | null)?.reason
  }
  expect(await list()).toBe(200)
  expect(await reasonOf()).not.toBe('CAPABILITY')
  const jurors = api.db.updateTable('jurors').where('user_id', '=', chair.id)
  await jurors.set({ capabilities: [] }).execute()
  expect(await reasonOf()).toBe('CAPABILITY')
  await api.db.updateTable('users').set({ identity: 0 }).where('id', '=', chair.id).execute()
  expect(await list()).toBe(403)
  expect(await caller.call(session.getUserInfo, {})).toMatchObject({ identity: 0 })
})
