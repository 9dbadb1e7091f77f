import { sql } from 'kysely'
import { ALL_CALLS, judge } from '@awards/shared/contract'
import { isRefusal, permissionOf } from '@awards/shared/domain'
import type { CallName, Identity } from '@awards/shared/domain'
import { fingerprint, watchChanges } from '../fingerprint.ts'
import { jurySetting } from '../jury-setting.ts'
import { permissionFixture } from '../permission-fixture.ts'
import { SAMPLES } from '../permission-inputs.ts'
import { testApi } from '../test-api.ts'

const api = await testApi()
const other = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const FIFTY = Array.from({ length: 50 })

describe('fifty concurrent requests', () => {
  test('decide one entry once', async () => {
    proves('security 13')
    await jury.enter(4)
    const entry = await jury.entry()
    await jury.scored(entry, [66, 70, 72])
    const command = { apply_order_id: entry.id, award_id: jury.silver.id, version: 0 }
    const answers = await Promise.all(FIFTY.map(() => chair.answer(judge.award, command)))
    const codes = answers.map(({ code }) => code).toSorted()
    expect(codes).toEqual([200, ...FIFTY.slice(1).map(() => 409)])
    const decided = await api.db
      .selectFrom('decisions')
      .select('kind')
      .where('apply_order_id', '=', entry.id)
      .execute()
    expect(decided).toHaveLength(1)
  })

  test('assign one entry to a juror once', async () => {
    proves('security 13')
    await jury.enter(2)
    const entry = await jury.entry()
    const juror_ids = jury.first.slice(0, 1).map(({ juror_id }) => juror_id)
    const command = { apply_order_ids: [entry.id], juror_ids, mode: 'add' as const }
    await Promise.all(FIFTY.map(() => chair.answer(judge.assignSubJudge, command)))
    const given = await api.db
      .selectFrom('assignments')
      .select('juror_id')
      .where('apply_order_id', '=', entry.id)
      .execute()
    expect(given.map(({ juror_id }) => juror_id)).toEqual(juror_ids)
  })
})

describe('a list', () => {
  const total = async (more: object) =>
    (await chair.answer(judge.judgeEntryList, { pageSize: 100, ...more })).data as {
      list: { apply_order_id: string }[]
      total: number
    }

  test.each([
    ['title; drop table users'],
    ['title, (select pg_sleep(5))'],
    ['entry.title desc--'],
    ['password_hash'],
    ['__proto__'],
    ['-constructor'],
  ])('is not sorted by %s', async (sort) => {
    proves('security 2')
    const ids = ({ list }: { list: { apply_order_id: string }[] }) =>
      list.map(({ apply_order_id }) => apply_order_id)
    const { code } = await chair.answer(judge.judgeEntryList, { sort: sort.slice(0, 30) })
    expect([200, 422]).toContain(code)
    if (code === 200) expect(ids(await total({ sort }))).toEqual(ids(await total({})))
  })

  test.each(["' or '1'='1", "x' or 1=1 --", "') or true --", '%', '_', '\\'])(
    'is searched for %s literally',
    async (keyword) => {
      proves('security 2')
      await jury.entry({ title: 'A plain title' })
      expect((await total({ keyword })).total).toBe(0)
    },
  )
})

describe('a transaction that fails', () => {
  const fixture = permissionFixture(other)
  let changes: () => Promise<string[]>
  beforeAll(async () => {
    changes = await watchChanges(other.db)
  })
  const breaking = (table: string) => sql`
    create or replace function break_off() returns trigger language plpgsql as
      $$ begin raise exception 'broken off'; end $$;
    create trigger break_off before insert on ${sql.table(table)} execute function break_off()`
  const whole = (table: string) => sql`drop trigger break_off on ${sql.table(table)}`

  test.each([
    ['audit_log', 8],
    ['mail_outbox', 2],
  ] as const)('at its write to %s leaves no change', async (table, least) => {
    proves('security 12')
    const { people, ...rows } = await fixture
    const left: string[] = []
    let broken = 0
    await breaking(table).execute(other.db)
    await changes()
    for (const call of ALL_CALLS.filter(({ method }) => method === 'POST')) {
      const name = call.name as CallName
      const identity = ([1, 0, 2, 3] as Identity[]).find(
        (one) => !isRefusal(permissionOf(name, one)),
      )
      const caller = other.as(identity === undefined ? null : people[identity])
      await other.db.deleteFrom('rate_limits').execute()
      const input = SAMPLES[name].input({ people, ...rows }, rows.own)
      const { code } = await caller.answer(call, input)
      const changed = await changes()
      if (code < 500) continue
      broken += 1
      if (changed.length > 0) left.push(`${name}: ${changed.join(', ')}`)
    }
    await whole(table).execute(other.db)
    expect(left).toEqual([])
    expect(broken).toBeGreaterThanOrEqual(least)
  })

  test('after its decision on an entry leaves it undecided', async () => {
    proves('security 12')
    await jury.enter(4)
    const entry = await jury.entry()
    await jury.scored(entry, [66, 70, 72])
    const before = await fingerprint(api.db)
    const command = { apply_order_id: entry.id, award_id: jury.silver.id, version: 0 }
    await breaking('audit_log').execute(api.db)
    const { code } = await chair.answer(judge.award, command)
    await whole('audit_log').execute(api.db)
    expect(code).toBe(500)
    expect(await fingerprint(api.db)).toEqual(before)
    expect((await chair.answer(judge.award, command)).code).toBe(200)
  })
})
