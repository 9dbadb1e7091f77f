import {
  CHAIR_SORTS,
  ReviewRow,
  TABLE_COLUMNS,
  columnFacts,
  judge,
  juryDesk,
  readsOf,
  subjudges,
  type TableColumn,
} from '@awards/shared/contract'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { words } from '../../../../test/planted-words.ts'
import { testApi } from '../../../../test/test-api.ts'

/* Every column that identifies the entrant, by its facts: a new one is covered once it is declared. */
const COLUMNS = Object.keys(TABLE_COLUMNS) as TableColumn[]
const IDENTIFYING = COLUMNS.filter((key) => columnFacts(key).readers.startsWith('named'))
const SORTED = IDENTIFYING.flatMap((key) => columnFacts(key).sort ?? [])

const api = await testApi()
const jury = await jurySetting(api)
const [sub] = jury.first
if (!sub) throw new Error('The jury has no jurors')
const chair = api.as(await api.build.juror(1, { capabilities: ['can_score', 'can_download'] }))
const planted = new Map<TableColumn, string[]>(IDENTIFYING.map((key) => [key, []]))

/** An entry with a word in every stored column that identifies its entrant. */
async function identified() {
  const stored = IDENTIFYING.flatMap((key) =>
    readsOf(key).map((column) => {
      const word = words.of(column)
      planted.get(key)?.push(word)
      return [column, word]
    }),
  )
  return jury.entry(Object.fromEntries(stored))
}

beforeAll(async () => {
  for (const _ of [1, 2, 3]) await jury.assign(await identified(), [sub])
})
beforeEach(() => proves('call judge/judgeEntryList', 'call judge/exportTable', 'story S19'))

const listed = async (input: object = {}) => (await chair.call(judge.judgeEntryList, input)).list
const idsOf = async (input: object = {}) => (await listed(input)).map((row) => row.apply_order_id)
async function exported(filters = '') {
  const { url } = await chair.call(juryDesk.exportTable, { format: 'csv', filters })
  return (await api.app.inject({ method: 'GET', url })).body
}
const wordsOf = (key: TableColumn) => planted.get(key) ?? []
const identifyingFilters = () =>
  IDENTIFYING.flatMap((key) => wordsOf(key).map((word) => ({ [key]: word })))

describe.each(IDENTIFYING)('the identifying column %s', (key) => {
  test('is hidden from an anonymised chair in rows and in the file', async () => {
    await jury.enter(4)
    const [rows, file] = [JSON.stringify(await listed()), await exported()]
    expect(wordsOf(key).length).toBeGreaterThan(0)
    for (const word of wordsOf(key)) {
      expect(rows).not.toContain(word)
      expect(file).not.toContain(word)
    }
    for (const row of await listed()) expect(row).toMatchObject({ [key]: null })
  })

  test('is hidden from jurors in every phase', async () => {
    for (const phase of [4, 8]) {
      await jury.enter(phase)
      const queue = await api.as(sub).call(subjudges.subJuryAwardList, {})
      for (const word of wordsOf(key)) expect(JSON.stringify(queue)).not.toContain(word)
    }
    expect(ReviewRow.shape).not.toHaveProperty(key)
  })

  test('is shown to the chair after publication', async () => {
    await jury.enter(8)
    for (const row of await listed({ edition_id: jury.edition.id })) {
      expect(wordsOf(key)).toContain(row[key as keyof typeof row])
    }
  })
})

test('an anonymised chair cannot filter or sort by an identifying column', async () => {
  await jury.enter(4)
  const order = await idsOf()
  expect(order).toHaveLength(3)
  for (const filter of identifyingFilters()) expect(await idsOf(filter)).toEqual(order)
  for (const sort of SORTED) {
    expect(await idsOf({ sort })).toEqual(order)
    expect(await idsOf({ sort: `-${sort}` })).toEqual(order)
  }
})

test('every declared order is one of the list, and every hidden column can be null in the row', () => {
  for (const key of COLUMNS) {
    const { sort, readers, copied } = columnFacts(key)
    if (sort) expect(CHAIR_SORTS).toContain(sort)
    if (copied && readers !== 'all') expect(copied.safeParse(null).success).toBe(true)
  }
})
