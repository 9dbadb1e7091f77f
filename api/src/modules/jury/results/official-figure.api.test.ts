import { judge, judgeAdded, juryDesk, scoreSheets, subjudges } from '@awards/shared/contract'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const [dora] = jury.second

type Figures = Record<string, number | null>
const byTitle = (rows: readonly { title: string; final_score: number | null }[]): Figures =>
  Object.fromEntries(rows.map(({ title, final_score }) => [title, final_score]))

/**
 * Entries with a first level only, with both levels, and with a second level below its quorum. "Begun" has a high first
 * level: with a fallback on it, it would not sort last.
 */
async function buildEntries() {
  await api.db.deleteFrom('apply_orders').execute()
  const entries = new Map<string, { id: string }>()
  for (const [title, first, second] of [
    ['Alone', [70, 71, 75.5], []],
    ['Both', [60, 62, 64], [80, 90]],
    ['Begun', [90, 91, 93], [88]],
    ['Few', [95, 99], []],
  ] as const) {
    const entry = await jury.entry({ title })
    await jury.scored(entry, first)
    await jury.scored(entry, second, 3)
    if (second.length === 0) await jury.vote(entry, dora, 80, 2)
    entries.set(title, entry)
  }
  return entries
}

const enter = (phase: number) => jury.changePhase(phase)

async function table(sort?: string) {
  const { list } = await chair.call(judge.judgeEntryList, { pageSize: 100, sort })
  return list
}

async function exported(): Promise<Figures> {
  const { url } = await chair.call(juryDesk.exportTable, { format: 'csv' })
  const { body } = await api.app.inject({ method: 'GET', url })
  const [head = [], ...lines] = body
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const [title, result] = [head.indexOf('Title'), head.indexOf('Result')]
  return Object.fromEntries(
    lines.map((line) => [line[title], line[result] === '' ? null : Number(line[result])]),
  )
}

/** Final score by title, in the table, the board, the export and the juror's cards. */
async function everywhere() {
  const board = await chair.call(judgeAdded.board, { category_id: jury.category.id })
  const cards = await api.as(dora).call(subjudges.secondLevelJudgeAwardList, {})
  return {
    table: byTitle(await table()),
    board: byTitle(board.entries),
    file: await exported(),
    cards: byTitle(cards.list.filter(({ first_level }) => first_level !== null)),
  }
}

test('J7: table, board, export and cards show the same final score, before and after the freeze', async () => {
  proves('call judge/judgeEntryList', 'call judge/board', 'call judge/exportTable')
  await buildEntries()
  for (const phase of [5, 7]) {
    await enter(phase)
    const { table: official, board, file, cards } = await everywhere()
    expect(official).toMatchObject({ Begun: null, Few: expect.any(Number) })
    expect(official['Both']).toBeGreaterThan(0)
    expect(board).toEqual(official)
    expect(file).toEqual(official)
    // Dora scored two entries at the second level.
    expect(cards).toEqual({ Both: official['Both'], Begun: official['Begun'] })
  }
})

test('J8: sorts by the shown final score, entries without one last', async () => {
  proves('call judge/judgeEntryList')
  await buildEntries()
  for (const phase of [5, 7]) {
    await enter(phase)
    for (const [sort, sign] of [
      ['score', 1],
      ['-score', -1],
    ] as const) {
      const shown = (await table(sort)).map(({ final_score }) => final_score)
      const present = shown.filter((figure) => figure !== null)
      expect(shown).toEqual([
        ...present.toSorted((one, other) => sign * (one - other)),
        ...shown.filter((figure) => figure === null),
      ])
    }
  }
})

test('J7: the score sheet of the entrant shows the final score of the table', async () => {
  proves('call apply/scoreSheet')
  await enter(5)
  const entries = await buildEntries()
  await enter(7)
  const official = byTitle(await table())
  await chair.call(judgeAdded.publish, { edition_id: jury.edition.id, without_award: true })
  // Its second level is below the quorum, so it is not published.
  entries.delete('Begun')
  for (const [title, { id }] of entries) {
    const sheet = await api.as(jury.owner).call(scoreSheets.scoreSheet, { apply_order_id: id })
    expect([title, sheet.final_score]).toEqual([title, official[title]])
  }
})
