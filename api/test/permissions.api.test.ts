import { ALL_CALLS } from '@awards/shared/contract'
import { isRefusal, PERMISSIONS, permissionOf } from '@awards/shared/domain'
import type { CallName, Identity, PermissionRow } from '@awards/shared/domain'
import { permissionFixture } from './permission-fixture.ts'
import type { Reach } from './permission-fixture.ts'
import { SAMPLES } from './permission-inputs.ts'
import { testApi } from './test-api.ts'

/*
 * The whole matrix: every mounted call x {visitor, 0, 1, 2, 3} x {own, foreign}. An open cell must
 * not be refused; the tests of its module cover its success.
 */
const api = await testApi()
const fixture = await permissionFixture(api)

const VISITORS = [undefined, 0, 1, 2, 3] as const
const REACHES: readonly Reach[] = ['own', 'foreign']
const PERMISSION_CODES = [401, 403]

/** With a fresh session, since `user/logout` ends its own, and without rate limits of earlier cases. */
async function codeOf(name: CallName, identity: Identity | undefined, reach: Reach) {
  await api.db.deleteFrom('rate_limits').execute()
  const call = ALL_CALLS.find((one) => one.name === name)
  if (!call) throw new Error(`${name} is not in the contract`)
  const caller = api.as(identity === undefined ? null : fixture.people[identity])
  const { code } = await caller.answer(call, SAMPLES[name].input(fixture, fixture[reach]))
  return code
}

describe.each(Object.keys(PERMISSIONS) as CallName[])('%s', (name) => {
  beforeEach(() => proves('security 55', 'security 56'))

  const { about } = SAMPLES[name]
  const reaches = about === 'row' ? REACHES : (['own'] as const)
  const cases = reaches.flatMap((reach) =>
    VISITORS.map((identity) => ({ reach, identity, who: identity ?? 'a visitor' })),
  )

  test.each(cases)('$who, $reach row', async ({ identity, reach }) => {
    const cell = permissionOf(name, identity)
    const code = await codeOf(name, identity, reach)

    if (isRefusal(cell)) return expect(code).toBe(cell)
    if (reach === 'foreign') return expect(code).toBe(foreignCode(name, identity))
    expect(PERMISSION_CODES).not.toContain(code)
    if (about === 'row') expect(code).not.toBe(404)
    expect(code).toBeLessThan(500)
  })
})

/** Lists that are filtered by the scope of the caller; those of a right are open to no identity. */
const NARROWED = ALL_CALLS.filter(
  ({ name }) => name.endsWith('List') && !/^(index|organiser)\//.test(name),
)

describe.each(NARROWED.map((call) => [call.name, call] as const))('%s', (name, call) => {
  beforeEach(() => proves('security 56'))

  const allowed = ([0, 1, 2, 3] as const).filter(
    (identity) => !isRefusal(permissionOf(name as CallName, identity)),
  )

  test.each(allowed)('shows identity %s no foreign row and counts none', async (identity) => {
    const answer = await api.as(fixture.people[identity]).answer(call, { pageSize: 100 })
    const { list, total } = answer.data as { list: { apply_order_id: string }[]; total: number }
    const foreign = Object.values(fixture.foreign)
    expect(list.filter(({ apply_order_id }) => foreign.includes(apply_order_id))).toEqual([])
    expect(total).toBe(list.length)
  })
})

/** Entrants get the code of a missing row; jurors get 403. */
function foreignCode(name: CallName, identity: Identity | undefined): number {
  const row: PermissionRow = PERMISSIONS[name]
  return identity === 0 ? row.foreign : 403
}
