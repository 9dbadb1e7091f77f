import { ALL_CALLS } from '@awards/shared/contract'
import { isRefusal, PERMISSIONS, permissionOf } from '@awards/shared/domain'
import type { CallName, Identity, Scope } from '@awards/shared/domain'
import { permissionFixture } from './permission-fixture.ts'
import { SAMPLES } from './permission-inputs.ts'
import { testApi } from './test-api.ts'

/*
 * Every jury call about an entry x every role x the standing of the entry to the caller. The expected code is
 * derived from the matrix cell and the standing; no case is written by hand.
 */
const api = await testApi()
const fixture = await permissionFixture(api)
const { build, db } = api

type Standing = 'assigned' | 'unassigned' | 'other_category' | 'conflicted' | 'second_level'
const STANDINGS: readonly Standing[] = [
  'assigned',
  'unassigned',
  'other_category',
  'conflicted',
  'second_level',
]

const owner = await build.user()
const other = await build.category({ code: 'FAR' })

/** An entry with the same standing to all three jurors of the fixture. */
async function entryOf(standing: Standing) {
  const category_id = standing === 'other_category' ? other.id : fixture.category.id
  const entry = await build.entry(owner, { entry_status: 40, category_id })
  const seats = [
    ...(['assigned', 'conflicted'].includes(standing) ? [2, 3] : []),
    ...(standing === 'second_level' ? [3] : []),
  ] as (2 | 3)[]
  for (const level of seats) {
    const { juror_id } = fixture.people[level]
    await db
      .insertInto('assignments')
      .values({ apply_order_id: entry.id, juror_id, level })
      .execute()
  }
  if (standing === 'conflicted') {
    for (const { juror_id } of [fixture.people[1], fixture.people[2], fixture.people[3]]) {
      await db
        .insertInto('conflicts')
        .values({ apply_order_id: entry.id, juror_id, type: 'other', source: 'organiser' })
        .execute()
    }
  }
  return entry.id
}

/** Standings that are within the scope of a matrix cell. */
const REACHES: Partial<Record<Scope, readonly Standing[]>> = {
  panel: ['assigned', 'unassigned', 'second_level'],
  assigned: ['assigned'],
  second_level: ['assigned', 'second_level'],
  self_and_counts: ['assigned'],
  names_by_phase: ['assigned', 'second_level'],
}

const CALLS = (Object.keys(PERMISSIONS) as CallName[]).filter(
  (name) => /^(judge|subJudge|subjudges|jury)\//.test(name) && SAMPLES[name].about === 'row',
)
const CASES = CALLS.flatMap((name) =>
  ([undefined, 0, 1, 2, 3] as const).flatMap((identity) =>
    STANDINGS.map((standing) => ({ name, identity, standing, who: identity ?? 'a visitor' })),
  ),
)

test.each(CASES)('$name, $who, $standing', async ({ name, identity, standing }) => {
  proves('story S19', 'story S21')
  await db.deleteFrom('rate_limits').execute()
  const call = ALL_CALLS.find((one) => one.name === name)
  if (!call) throw new Error(`${name} is not in the contract`)
  const id = await entryOf(standing)
  const input = SAMPLES[name].input(fixture, {
    ...fixture.own,
    judging: id,
    awarded: id,
    leaving: id,
    recused: id,
  })
  // Calls about payments take an order number instead.
  if (!('apply_order_id' in input)) return
  const { code } = await callerOf(identity).answer(call, input)
  expect(verdict(code)).toBe(expected(name, identity, standing))
})

const callerOf = (identity: Identity | undefined) =>
  api.as(identity === undefined ? null : fixture.people[identity])

const verdict = (code: number) => (code === 401 || code === 403 ? code : code < 500 ? 'open' : code)

function expected(name: CallName, identity: Identity | undefined, standing: Standing) {
  const cell = permissionOf(name, identity)
  if (isRefusal(cell)) return cell
  const reached = REACHES[cell]
  if (!reached) throw new Error(`${name}: no rows are written down for ${cell}`)
  return reached.includes(standing) ? 'open' : 403
}

const LISTS = ALL_CALLS.filter(({ name }) => /^(judge|subJudge|subjudges)\/.*List$/.test(name))

test.each(LISTS.map((call) => [call.name, call] as const))(
  '%s names and counts no entry in conflict',
  async (name, call) => {
    proves('story S21')
    const conflicted = await entryOf('conflicted')
    for (const identity of [1, 2, 3] as const) {
      if (isRefusal(permissionOf(name as CallName, identity))) continue
      const { code, data } = await callerOf(identity).answer(call, { pageSize: 100 })
      expect(code).toBe(200)
      expect(JSON.stringify(data)).not.toContain(conflicted)
    }
  },
)
