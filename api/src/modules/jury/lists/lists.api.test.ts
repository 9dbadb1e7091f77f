import fc from 'fast-check'
import { CHAIR_SORTS, judge, subJudge, type JudgeRow } from '@awards/shared/contract'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { SEED } from '../../../../../tools/testing/scale.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
type Filter = Record<string, string | number>

/** All rows of the chair's table, page by page. */
async function listed(filter: Filter = {}, pageSize = 7): Promise<JudgeRow[]> {
  const rows: JudgeRow[] = []
  for (let current = 1; ; current += 1) {
    const page = await chair.call(judge.judgeEntryList, { ...filter, current, pageSize })
    rows.push(...page.list)
    if (current * pageSize >= page.total) {
      expect(rows).toHaveLength(page.total)
      return rows
    }
  }
}
const idsOf = (rows: readonly { apply_order_id: string }[]) => rows.map((row) => row.apply_order_id)

const TOTALS = [
  [],
  [70],
  [70, 72, 74],
  [20, 60, 95],
  [88, 90, 86, 90, 92],
  [55, 60, 62.5, 57.5],
  [70, 72, 74],
]

beforeAll(async () => {
  await jury.enter(4)
  const other = await api.build.category({ code: 'LUM' })
  await api.db
    .insertInto('juror_categories')
    .values({ juror_id: jury.chair.juror_id, category_id: other.id })
    .execute()
  for (let number = 0; number < 40; number += 1) {
    const entry = await jury.entry({
      title: `${['Été', 'lampe', 'Zèbre', 'arc', '100 % bois'][number % 5]} ${number}`,
      category_id: number % 3 ? jury.category.id : other.id,
      decision_status: number % 4 === 3 ? 1 : number % 9 === 2 ? 2 : 0,
      award_id: number % 9 === 2 ? jury.silver.id : null,
      entry_status: number % 13 === 5 ? 61 : 40,
      entry_fee_status: number % 2 ? 2 : 3,
      agent_code: number % 6 ? null : 'AG-LIST',
    })
    await jury.scored(entry, TOTALS[number % TOTALS.length] ?? [])
    if (number % 10 === 1) {
      await api.db
        .insertInto('identity_reports')
        .values({ apply_order_id: entry.id, juror_id: jury.first[0]?.juror_id ?? '', note: 'Logo' })
        .execute()
    }
  }
})

describe("the chair's table", () => {
  beforeEach(() => proves('call judge/judgeEntryList', 'story S20'))

  const shown = ({ first_level: first, second_level: second }: JudgeRow) =>
    second.mean === null ? first : second
  const SORTS: Record<string, (row: JudgeRow) => string | number | null> = {
    entry_no: (row) => row.entry_no,
    judging_no: (row) => row.judging_no,
    title: (row) => row.title.toLowerCase(),
    category: (row) => row.category.code,
    votes: (row) => row.first_level.votes,
    mean: (row) => shown(row).mean,
    median: (row) => shown(row).median,
    trimmed: (row) => shown(row).trimmed,
    deviation: (row) => shown(row).deviation,
    balanced: (row) => shown(row).balanced,
    score: (row) => row.final_score ?? shown(row).official,
    award: (row) => row.award && 4,
    decision: (row) => row.decision_status,
    submitted_at: () => null,
  }
  const isText = new Set(['title', 'entry_no', 'judging_no', 'category'])
  // An order without an expectation of its own goes by the column that the row copies.
  const valueOf = (sort: string, row: JudgeRow) =>
    (SORTS[sort] ?? ((one) => one[sort as 'entry_no']))(row)

  test.each(CHAIR_SORTS)('sorts by %s in both directions across pages', async (sort) => {
    const all = idsOf(await listed()).sort()
    for (const sign of ['', '-']) {
      const rows = await listed({ sort: `${sign}${sort}` })
      expect(idsOf(rows).sort()).toEqual(all)
      if (isText.has(sort)) continue
      const values = rows.map((row) => valueOf(sort, row))
      const present = values.filter((value) => value !== null)
      const inOrder = present.toSorted(
        (a, b) => (sign ? -1 : 1) * Number(a < b ? -1 : Number(a > b)),
      )
      expect(values).toEqual([...inOrder, ...values.filter((value) => value === null)])
    }
  })

  test('sorts texts by collation', async () => {
    const titles = (await listed({ sort: 'title' })).map(({ title }) => title)
    expect(titles).toHaveLength(40)
    expect(titles.findIndex((title) => title.startsWith('arc'))).toBeLessThan(
      titles.findIndex((title) => title.startsWith('lampe')),
    )
  })

  const FILTERS: [Filter, (row: JudgeRow) => boolean][] = [
    [{ decision_status: 1 }, (row) => row.decision_status === 1],
    [{ entry_status: 61 }, (row) => row.entry_status === 61],
    [{ entry_fee_status: 3 }, (row) => row.entry_fee_status === 3],
    [{ winner_fee_status: 0 }, (row) => row.winner_fee_status === 0],
    [{ is_show: '1' }, (row) => row.is_show],
    [{ is_show: '0' }, (row) => !row.is_show],
    [{ code: 'AG-LIST' }, (row) => row.code === 'AG-LIST'],
    [{ keyword: 'LAMPE' }, (row) => row.title.startsWith('lampe')],
    [{ keyword: '0 % b' }, (row) => row.title.includes('100 % bois')],
    [{ queue: 'to_discuss' }, (row) => row.is_to_discuss],
    [{ queue: 'reported' }, (row) => row.is_reported],
    [{ queue: 'recommended' }, (row) => row.decision_status === 1],
    [{ queue: 'unconfirmed' }, (row) => row.decision_status === 2],
    [
      { queue: 'missing_votes' },
      (row) => row.entry_status === 40 && row.first_level.votes < row.first_level.quorum,
    ],
    [
      { queue: 'undecided' },
      (row) => row.entry_status === 40 && row.first_level.votes >= 3 && row.decision_status < 2,
    ],
  ]

  test.each(FILTERS)('filters by %j', async (filter, isWanted) => {
    const wanted = (await listed()).filter(isWanted)
    expect(idsOf(await listed(filter))).toEqual(idsOf(wanted))
    if (!('is_show' in filter)) expect(wanted.length).toBeGreaterThan(0)
  })

  test('lists each entry once for any filter and page size', async () => {
    const all = await listed()
    const filter = fc.record(
      {
        queue: fc.constantFrom('missing_votes', 'undecided', 'to_discuss'),
        sort: fc.constantFrom('-score', 'mean', 'title', 'bogus', '-constructor'),
        category_id: fc.constantFrom(...all.map(({ category }) => category.id)),
      },
      { requiredKeys: [] },
    )
    const property = fc.asyncProperty(
      filter,
      fc.integer({ min: 1, max: 50 }),
      async (one, size) => {
        const rows = await listed(one, size)
        expect(new Set(idsOf(rows)).size).toBe(rows.length)
        const { sort: _sort, ...narrowing } = one
        const whole = await listed(narrowing, 100)
        expect(idsOf(rows).sort()).toEqual(idsOf(whole).sort())
      },
    )
    await fc.assert(property, { numRuns: 25, seed: SEED })
  })

  test('a page beyond the last is empty and has the total', async () => {
    const beyond = { current: Number.MAX_SAFE_INTEGER, pageSize: 100 }
    expect(await chair.call(judge.judgeEntryList, beyond)).toMatchObject({ list: [], total: 40 })
  })

  test('the next request shows changes', async () => {
    const before = await listed({ queue: 'recommended' })
    const [first] = before
    const set = (decision_status: number) =>
      api.db
        .updateTable('apply_orders')
        .set({ decision_status })
        .where('id', '=', first?.apply_order_id ?? '')
        .execute()
    await set(0)
    expect(idsOf(await listed({ queue: 'recommended' }))).toEqual(idsOf(before.slice(1)))
    await set(1)
    expect(idsOf(await listed({ queue: 'recommended' }))).toEqual(idsOf(before))
  })

  test('does not cache an order that was read during a write', async () => {
    const before = await listed({ queue: 'unconfirmed' })
    await api.db.transaction().execute(async (trx) => {
      const [first] = before
      await trx
        .updateTable('apply_orders')
        .set({ decision_status: 0, award_id: null })
        .where('id', '=', first?.apply_order_id ?? '')
        .execute()
      expect(await listed({ queue: 'unconfirmed' })).toHaveLength(before.length)
    })
    expect(await listed({ queue: 'unconfirmed' })).toHaveLength(before.length - 1)
  })

  test('a new conflict removes the entry from rows and total, in spite of the cache', async () => {
    const before = await listed()
    const [first] = before
    await jury.conflict({ id: first?.apply_order_id ?? '' }, jury.chair)
    expect(idsOf(await listed())).toEqual(idsOf(before.slice(1)))
    await api.db.deleteFrom('conflicts').where('juror_id', '=', jury.chair.juror_id).execute()
  })

  test('ignores fee filters without the capability for fees', async () => {
    const plain = await api.build.juror(1, { capabilities: [] })
    const filter = { entry_fee_status: 6, pageSize: 100 }
    const { list, total } = await api.as(plain).call(judge.judgeEntryList, filter)
    expect(total).toBeGreaterThan(0)
    expect(list.every((row) => row.entry_fee_status === null)).toBe(true)
  })
})

describe("the juror's list", () => {
  beforeEach(() => proves('call subJudge/subJuryAwardList'))

  test('has a stable order per juror, independent of hidden figures', async () => {
    const [juror, other] = jury.first
    if (!juror || !other) throw new Error('No jurors')
    const entries = (await listed()).map(({ apply_order_id: id }) => ({ id }))
    for (const entry of entries.slice(-12)) await jury.conflict(entry, other)
    const read = async (person: typeof juror, sort?: string) =>
      idsOf(
        (
          await api
            .as(person)
            .call(subJudge.subJuryAwardList, { pageSize: 100, ...(sort && { sort }) })
        ).list,
      )
    const own = await read(juror)
    expect(await read(juror)).toEqual(own)
    for (const hidden of ['mean', '-score', 'award', 'entry_no', 'votes', 'submitted_at']) {
      expect(await read(juror, hidden)).toEqual(own)
    }
    expect(await read(juror, 'judging_no')).not.toEqual(own)
    expect(await read(other)).not.toEqual(own.filter((id) => entries.some((e) => e.id === id)))
  })
})
