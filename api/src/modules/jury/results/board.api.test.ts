import { judgeAdded } from '@awards/shared/contract'
import { CompiledQuery } from 'kysely'
import { plantRows } from '../../../../../e2e/src/jury/plant-entries.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { rowsTouched } from '../../../../test/rows-touched.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const touched = rowsTouched(api.db)

let lastPrefix = 64

/** A new category with `entries` entries of five votes each, before the planner has statistics about it. */
async function buildCategory(entries: number) {
  const { id: category_id } = await api.build.category()
  await api.db
    .insertInto('juror_categories')
    .values({ juror_id: jury.chair.juror_id, category_id })
    .execute()
  const model = await jury.entry({ category_id })
  await jury.scored(model, [70, 72, 74, 76, 78])
  await api.db
    .transaction()
    .execute((trx) =>
      plantRows(
        async (text, values = []) => trx.executeQuery(CompiledQuery.raw(text, values)),
        entries - 1,
        model.id,
        { letter: String.fromCharCode((lastPrefix += 1)) },
      ),
    )
  return (page: object = {}) => chair.call(judgeAdded.board, { category_id, ...page })
}

test('J1: pages the board of a category with 2,000 entries of five votes each', async () => {
  proves('call judge/board')
  const board = await buildCategory(2_000)
  const pages = [
    await board({ current: 1, pageSize: 100 }),
    await board({ current: 2, pageSize: 100 }),
    await board({ current: 20, pageSize: 100 }),
  ]

  expect(pages.map(({ total, entries }) => [total, entries.length])).toEqual([
    [2_000, 100],
    [2_000, 100],
    [2_000, 100],
  ])
  const rows = pages.flatMap(({ entries }) => entries)
  expect(new Set(rows.map(({ apply_order_id: id }) => id)).size).toBe(300)
  const finals = rows.map(({ final_score }) => final_score ?? 0)
  expect(finals).toEqual(finals.toSorted((one, other) => other - one))
  expect(pages[1]?.entries[0]?.rank).toBeGreaterThan(90)
  expect((await board({ current: 21, pageSize: 100 })).entries).toEqual([])
  // Ties may be on any page, so they carry the names of their entries.
  const [tie] = pages[0]?.ties ?? []
  expect(tie?.entries.map(({ apply_order_id: id }) => id)).toEqual(tie?.apply_order_ids)
  expect(pages[0]?.decided).toEqual([{ award_id: null, count: 2_000 }])
})

test('counts an entry at a level once it is awarded, not while it is recommended or after it was declined', async () => {
  const { id: category_id } = await api.build.category()
  await api.db
    .insertInto('juror_categories')
    .values({ juror_id: jury.chair.juror_id, category_id })
    .execute()
  const silver = { category_id, award_id: jury.silver.id }
  await jury.entry({ ...silver, decision_status: 1 })
  await jury.entry({ ...silver, decision_status: 2 })
  await jury.entry({ ...silver, decision_status: 4 })
  await jury.entry({ category_id, decision_status: 4 })
  const { decided, no_award } = await chair.call(judgeAdded.board, { category_id })
  expect(new Map(decided.map(({ award_id, count }) => [award_id, count]))).toEqual(
    new Map([
      [null, 1],
      [jury.silver.id, 1],
    ]),
  )
  expect(no_award).toBe(2)
})

test('J1: the rows that the board reads grow linearly with the entries', async () => {
  const few = await buildCategory(250)
  const many = await buildCategory(1_000)
  const page = { current: 1, pageSize: 100 }
  const [least, most] = [await touched(() => few(page)), await touched(() => many(page))]
  expect(most / least).toBeLessThan(6)
})
