import { ALL_CALLS, documentsAdded, entries } from '@awards/shared/contract'
import {
  isRefusal,
  MEMBER_ROLES,
  PERMISSIONS,
  roleMay,
  type CallName,
  type EntryRole,
  type PermissionRow,
} from '@awards/shared/domain'
import { permissionFixture, type Reach } from './permission-fixture.ts'
import { SAMPLES } from './permission-inputs.ts'
import { testApi } from './test-api.ts'

/*
 * Every call about an entry x {owner, editor, payer, viewer, former member, member for another work} x {the studio's
 * own, foreign}. An open cell must not be refused; the tests of its module cover its success.
 */
const api = await testApi()
const { build, db } = api
const fixture = await permissionFixture(api)
const owner = fixture.people[0]

/** A member of the owner's studio, or of one work of it. */
async function member(
  role: EntryRole,
  more: { project_id?: string; ended_at?: Date } = {},
): Promise<{ id: string }> {
  if (role === 'owner') return owner
  const person = await build.user()
  await db
    .insertInto('studio_members')
    .values({ owner_id: owner.id, member_id: person.id, role, ...more })
    .execute()
  return person
}

const elsewhere = await build.entry(owner, {})
const PEOPLE: readonly { who: string; person: { id: string }; role: EntryRole | null }[] = [
  ...(await Promise.all(
    (['owner', ...MEMBER_ROLES] as const).map(async (role) => ({
      who: role,
      person: await member(role),
      role,
    })),
  )),
  { who: 'former', person: await member('editor', { ended_at: build.at(-1) }), role: null },
  {
    who: 'elsewhere',
    person: await member('editor', { project_id: elsewhere.project_id }),
    role: null,
  },
]

const isAboutEntry = (name: CallName) =>
  SAMPLES[name].about === 'row' && !isRefusal((PERMISSIONS[name] as PermissionRow)[0])
const ABOUT_ENTRY = (Object.keys(PERMISSIONS) as CallName[]).filter(isAboutEntry)

test('every call of entrants about an entry says what it does with it', () => {
  const silent = ABOUT_ENTRY.filter((name) => !(PERMISSIONS[name] as PermissionRow).act)
  expect(silent).toEqual([])
  expect(ABOUT_ENTRY.length).toBeGreaterThan(20)
})

async function answerOf(name: CallName, person: { id: string }, reach: Reach) {
  await db.deleteFrom('rate_limits').execute()
  const call = ALL_CALLS.find((one) => one.name === name)
  if (!call) throw new Error(`${name} is not in the contract`)
  return api.as(person).answer(call, SAMPLES[name].input(fixture, fixture[reach]))
}

describe.each(ABOUT_ENTRY)('%s', (name) => {
  beforeEach(() => proves('security 55', 'security 56'))
  const { act = 'view' } = PERMISSIONS[name] as PermissionRow

  // The owner comes last: some calls end what the others ask for.
  const cases = [...PEOPLE].reverse().flatMap((one) => [
    { ...one, reach: 'own' as const },
    { ...one, reach: 'foreign' as const },
  ])

  test.each(cases)('$who, $reach entry', async ({ person, role, reach }) => {
    const { code, data } = await answerOf(name, person, reach)
    if (reach === 'foreign' || !role) return expect(code).toBe(404)
    if (!roleMay(role, act)) {
      return expect({ code, data }).toEqual({ code: 403, data: { reason: 'ROLE', role } })
    }
    expect([401, 403, 404]).not.toContain(code)
    expect(code).toBeLessThan(500)
  })
})

describe.each([entries.entryList, entries.awardList])('$name', (call) => {
  test.each([...PEOPLE])('shows $who what the role sees, and counts no more', async (one) => {
    const { list, total } = await api.as(one.person).call(call, { pageSize: 100 })
    const shown = list.map(({ apply_order_id }) => apply_order_id)
    const expected = one.role
      ? call === entries.awardList
        ? fixture.own.awarded
        : fixture.own.draft
      : null
    expect(total).toBe(list.length)
    for (const id of Object.values(fixture.foreign)) expect(shown).not.toContain(id)
    if (expected) expect(shown).toContain(expected)
    else expect(shown.filter((id) => id !== elsewhere.id)).toEqual([])
    for (const row of list)
      expect(row.role).toBe(row.apply_order_id === elsewhere.id ? row.role : one.role)
  })
})

test('a viewer is offered nothing that would be refused', async () => {
  const viewer = PEOPLE.find(({ who }) => who === 'viewer')
  const { list } = await api.as(viewer?.person ?? owner).call(entries.entryList, { pageSize: 100 })
  const offered = new Set(
    list.flatMap(({ actions, next }) => [...actions, ...(next ? [next.action] : [])]),
  )
  expect([...offered]).toEqual(['preview'])
  const info = await api
    .as(viewer?.person ?? owner)
    .call(entries.info, { apply_order_id: fixture.own.draft })
  expect(info).toMatchObject({ is_editable: false, can_submit: false, role: 'viewer' })
})

test.each([
  ['owner', 1],
  ['payer', 1],
  ['editor', 0],
  ['viewer', 0],
  ['former', 0],
] as const)('of the invoices %s sees %i', async (who, count) => {
  await db
    .insertInto('invoices')
    .values({
      number: `AB-${who}`,
      kind: 'proforma',
      apply_order_id: fixture.own.judging,
      fee_type: 2,
      document: JSON.stringify({ gross: 100, currency: 'EUR' }),
      issued_at: build.at(-1),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const person = PEOPLE.find((one) => one.who === who)?.person ?? owner
  const page = await api.as(person).call(documentsAdded.invoices, {})
  expect(page.list.length > 0 ? 1 : 0).toBe(count)
  expect(page.total).toBe(page.list.length)
})
