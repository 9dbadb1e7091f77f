import { ALL_CALLS, entries, organiser, session } from '@awards/shared/contract'
import { PERMISSIONS, type PermissionRow } from '@awards/shared/domain'
import { deskPeople } from '../../../test/desk-people.ts'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi({ STEP_UP: 'on' })
const { db, build } = api
const { edition, section, category } = await build.programme()

const { holder, proven } = deskPeople(api)
const rightsOf = async ({ id }: { id: string }) =>
  (await api.as({ id }).call(session.getUserInfo, {})).rights
const auditOf = (subject: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('subject', '=', subject)
    .where('action', 'like', 'right.%')
    .orderBy('id')
    .execute()
const judging = (isOpen: boolean) =>
  db
    .updateTable('editions')
    .set({ status: isOpen ? 2 : 1 })
    .where('id', '=', edition.id)
    .execute()

const boss = await holder('organise', 'admit')
beforeEach(() => judging(false))

test('an organiser gives a right, takes it back, and both stand in the audit log', async () => {
  proves('call organiser/team', 'call organiser/giveRight', 'call organiser/takeRight')
  const other = await build.user()
  const caller = await proven(boss)
  const given = { email: other.email, right: 'admit' as const }
  expect(await caller.call(organiser.giveRight, given)).toEqual({ changed: true })
  expect(await caller.call(organiser.giveRight, given)).toEqual({ changed: false })
  expect(await rightsOf(other)).toEqual(['admit'])
  const { list } = await caller.call(organiser.team, {})
  expect(list.find(({ user_id }) => user_id === other.id)).toMatchObject({
    rights: [{ right: 'admit', given_by: `${boss.first_name} ${boss.last_name}` }],
    is_self: false,
    is_resting: false,
  })

  const taken = { user_id: other.id, right: 'admit' as const }
  expect(await caller.call(organiser.takeRight, taken)).toEqual({ changed: true })
  expect(await caller.call(organiser.takeRight, taken)).toEqual({ changed: false })
  expect(await rightsOf(other)).toEqual([])
  expect(await auditOf(other.id)).toEqual([
    { action: 'right.given', actor_id: boss.id, before: null, after: { right: 'admit' } },
    { action: 'right.taken', actor_id: boss.id, before: { right: 'admit' }, after: null },
  ])
})

test('giving and taking a right needs the second factor', async () => {
  const caller = api.as(await holder('organise'))
  const input = { email: 'nobody@example.org', right: 'admit' }
  expect(await caller.answer(organiser.giveRight, input)).toMatchObject({
    code: 409,
    data: { reason: 'STEP_UP' },
  })
})

test('an address without an account is named in its field', async () => {
  const caller = await proven(boss)
  expect(
    await caller.answer(organiser.giveRight, { email: 'nobody@example.org', right: 'admit' }),
  ).toMatchObject({ code: 422, msg: { email: ['No account has this e-mail address'] } })
})

test('the last who may organise keeps the right, also when two are taken at once', async () => {
  await db.deleteFrom('account_rights').where('name', '=', 'organise').execute()
  const [one, two] = [await holder('organise'), await holder('organise')]
  const callers = [await proven(one), await proven(two)]
  const codes = await Promise.all(
    [two, one].map(async ({ id }, index) => {
      const taken = { user_id: id, right: 'organise' }
      return (await callers[index]?.answer(organiser.takeRight, taken))?.code
    }),
  )
  // One of them loses it; the other is then refused, by the rule or because the right is gone.
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  const left = await db
    .selectFrom('account_rights')
    .select('user_id')
    .where('name', '=', 'organise')
  const [last, ...more] = await left.execute()
  expect(more).toEqual([])
  const user_id = last?.user_id ?? ''
  expect(
    await (
      await proven({ id: user_id })
    ).answer(organiser.takeRight, { user_id, right: 'organise' }),
  ).toMatchObject({ code: 409, data: { reason: 'LAST_ORGANISER' } })
  await db.insertInto('account_rights').values({ user_id: boss.id, name: 'organise' }).execute()
})

describe('who judges', () => {
  test('is given no right while judging is open, and the reason is named', async () => {
    const juror = await build.juror(2)
    await judging(true)
    const caller = await proven(boss)
    const input = { email: juror.email, right: 'admit' }
    expect(await caller.answer(organiser.giveRight, input)).toMatchObject({
      code: 409,
      data: { reason: 'JUDGES' },
    })
    await judging(false)
    expect(await caller.answer(organiser.giveRight, input)).toMatchObject({ code: 200 })
  })

  test('has rights that rest while judging is open', async () => {
    const juror = await build.juror(3)
    await db.insertInto('account_rights').values({ user_id: juror.id, name: 'organise' }).execute()
    const caller = api.as(juror)
    expect(await caller.answer(organiser.team, {})).toMatchObject({ code: 200 })
    await judging(true)
    expect(await caller.answer(organiser.team, {})).toMatchObject({
      code: 403,
      data: { reason: 'JUDGES' },
    })
    expect(await rightsOf(juror)).toEqual([])
  })
})

describe('who organises', () => {
  const work = {
    idempotency_key: crypto.randomUUID(),
    section_id: section.id,
    category_ids: [category.id],
    title: 'Ondine',
  }

  test('enters no works', async () => {
    expect(await api.as(await holder('admit')).answer(entries.entry, work)).toMatchObject({
      code: 403,
      data: { reason: 'ORGANISER' },
    })
  })

  test('is nobody with works in an edition that is under way', async () => {
    const owner = await build.user()
    const { entry_no } = await build.entry(owner, { entry_status: 20 })
    const caller = await proven(boss)
    const input = { email: owner.email, right: 'admit' }
    expect(await caller.answer(organiser.giveRight, input)).toMatchObject({
      code: 409,
      data: { reason: 'HAS_ENTRIES', entries: [entry_no] },
    })
  })

  test('starts at the desk', async () => {
    const person = await holder('admit')
    const info = await api.as(person).call(session.getUserInfo, {})
    expect(info).toMatchObject({ home_route: '/organiser', rights: ['admit'] })
  })
})

/** Every call of a right: its holders are let in, those of the other right and nobody else. */
describe.each(
  Object.entries<PermissionRow>(PERMISSIONS).flatMap(([name, { right }]) =>
    right ? [{ name, right }] : [],
  ),
)('$name', ({ name, right }) => {
  beforeEach(() => proves('security 55'))
  const call = ALL_CALLS.find((one) => one.name === name)

  test.each(['organise', 'admit'] as const)('by a holder of %s', async (held) => {
    if (!call) throw new Error(`${name} is not in the contract`)
    const caller = await proven(await holder(held))
    const { code } = await caller.answer(call, {})
    if (held === right) expect([401, 403]).not.toContain(code)
    else expect(code).toBe(403)
  })
})
