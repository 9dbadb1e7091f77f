import { judge, judgeAdded } from '@awards/shared/contract'
import { PHASES } from '@awards/shared/domain'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { call } from '../e2e/src/harness/call.ts'
import { query } from '../e2e/src/harness/database.ts'
import { CHAIR } from '../e2e/src/journey/judge.ts'
import { changePhase } from '../e2e/src/jury/setup.ts'
import { plantEntries, plantMarks } from '../e2e/src/jury/plant-entries.ts'
import { benchSite } from './common/load.ts'
import { round, spread, isQuick, keep, numbers, spreadFigure } from './common/results.ts'

// What the chair opens over one category with 2,000 entries of five votes each: the board, also with all other categories
// on it, and the table, their first and their last page, then, with the decisions frozen, the trial of a publication. The time of the server's answer.
const ENTRIES = Number(numbers[0] ?? (isQuick ? 500 : 2_000))
const ASKED = isQuick ? 3 : 15
const PAGE = 100
const LIMIT_MS = 1_000

const site = await benchSite()
const waits: Record<string, number[]> = {}

/** Asks each again and again, in turns, so that a busy moment of the machine falls on all of them. */
async function timed(asked: Record<string, () => Promise<unknown>>) {
  for (let turn = 0; turn < ASKED; turn += 1) {
    for (const [name, ask] of Object.entries(asked)) {
      const begin = performance.now()
      await ask()
      ;(waits[name] ??= []).push(round(performance.now() - begin))
    }
  }
}

try {
  const token = await tokenOf(site, CHAIR)
  const judged = { pageSize: PAGE, entry_status: 40 } as const
  const [model] = (await call(site, token, judge.judgeEntryList, judged)).list
  if (!model)
    throw new Error('The demo programme has no entry in judging: build the demo data anew')
  console.log(`Planting ${ENTRIES} entries …`)
  await plantEntries(site, ENTRIES, model.apply_order_id)
  await plantMarks(site)

  const [edition] = await query<{ edition_id: string }>(
    site,
    'select edition_id::text from apply_orders where id = $1',
    [model.apply_order_id],
  )
  const edition_id = edition?.edition_id ?? ''
  const category_id = model.category.id
  const board = (current: number) =>
    call(site, token, judgeAdded.board, { edition_id, category_id, current, pageSize: PAGE })
  const table = (sort: 'title' | '-score', current: number) =>
    call(site, token, judge.judgeEntryList, { category_id, sort, current, pageSize: PAGE })

  const fields = await query<{ id: string }>(
    site,
    `select category_id::text as id from juror_categories join jurors on jurors.id = juror_id
      join users on users.id = jurors.user_id where users.email = $1`,
    [CHAIR],
  )
  // As the board of all categories asks: a call for each, all at once, with ten rows.
  const everyBoard = () =>
    Promise.all(
      fields.map(({ id }) =>
        call(site, token, judgeAdded.board, { edition_id, category_id: id, pageSize: 10 }),
      ),
    )

  const last = Math.ceil((await board(1)).total / PAGE)
  await timed({
    'the first page of the board': () => board(1),
    'the last page of the board': () => board(last),
    'the board of all categories': everyBoard,
    'the first page of the table, by title': () => table('title', 1),
    'the last page of the table, by title': () => table('title', last),
    'the first page of the table, by score': () => table('-score', 1),
    'the last page of the table, by score': () => table('-score', last),
  })
  await changePhase({ site }, model.apply_order_id, PHASES.frozen_embargo)
  await timed({
    'the board once it is frozen': () => board(1),
    'the trial of a publication': () =>
      call(site, token, judgeAdded.publish, { edition_id, dry_run: true }),
  })
  const figures = Object.entries(waits).map(([name, times]) =>
    spreadFigure({ bar: 'P5', name, unit: 'ms', limit: LIMIT_MS }, spread(times)),
  )
  keep('board', figures, { entries: ENTRIES, waits })
} finally {
  await site.stop()
}
