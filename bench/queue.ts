import { organiser } from '@awards/shared/contract'
import { ORGANISER } from '../e2e/src/harness/accounts.ts'
import { launchBrowser, tokenOf, visit } from '../e2e/src/harness/browser.ts'
import { call } from '../e2e/src/harness/call.ts'
import { query } from '../e2e/src/harness/database.ts'
import { plantBesideJudged, plantEntries } from '../e2e/src/jury/plant-entries.ts'
import { CHAIR } from '../e2e/src/journey/judge.ts'
import { benchSite } from './common/load.ts'
import { isQuick, keep, median, numbers, round, type Figure } from './common/results.ts'
import { heapOf, scroll, type Page, type Scrolled } from './common/table-scroll.ts'

// The organisers' queue of 100,000 entries that wait, each with its picture and the warnings of its texts, in turns with
// the chair's table of as many: how both scroll by the wheel and by a held key, what they hold in memory, and how soon
// their last row is there.
const ENTRIES = Number(numbers[0] ?? (isQuick ? 5_000 : 100_000))
const ROUNDS = isQuick ? 1 : 5
const KEYS = isQuick ? 50 : 200
const QUEUE_ROWS = '[data-index]'
const TABLE_ROWS = '[role=row][aria-selected]'

const site = await benchSite()
const browser = await launchBrowser()

/** An entry that waits at the desk, of the open edition. */
async function waitingOne(): Promise<string> {
  const [row] = await query<{ id: string }>(
    site,
    `select entry.id from apply_orders entry join editions edition on edition.id = entry.edition_id
     where edition.status = 1 and entry.entry_status = 20 and entry.entry_fee_status = 2 limit 1`,
    [],
  )
  if (!row) throw new Error('The demo programme has no entry that waits: build the demo data anew')
  return row.id
}

/** Gives the planted entries the pictures of the one that they are copies of. */
const plantPictures = (model: string) =>
  query(
    site,
    `insert into entry_files (apply_order_id, file_id, kind, sort, alt)
     select planted.id, own.file_id, own.kind, own.sort, own.alt
     from apply_orders planted join entry_files own on own.apply_order_id = $1
     where planted.entry_no like 'ZW%'`,
    [model],
  )

async function openAt(email: string, path: string, rows: string) {
  const context = await visit(browser, site, await tokenOf(site, email))
  const page = await context.newPage()
  await page.goto(path)
  await page.locator(`${rows} :is(a, button)`).first().waitFor({ timeout: 60_000 })
  return page
}

/** Holds a key down: how many rows it goes on in a second, and whether it stays in the list. */
async function hold(page: Page, key: string, focus: string) {
  await page.locator(focus).first().focus()
  const begin = performance.now()
  for (let turn = 0; turn < KEYS; turn += 1) await page.keyboard.press(key)
  return round((performance.now() - begin) / KEYS)
}

async function toTheEnd(page: Page, focus: string, last: string) {
  await page.locator(focus).first().focus()
  const begin = performance.now()
  await page.keyboard.press('End')
  await page.locator(last).first().waitFor({ timeout: 60_000 })
  return round(performance.now() - begin)
}

try {
  const model = await waitingOne()
  console.log(`Planting twice ${ENTRIES} entries …`)
  await plantEntries(site, ENTRIES, model, { letter: 'W', votes: 0 })
  await plantPictures(model)
  await plantBesideJudged(site, await tokenOf(site, CHAIR), ENTRIES)
  const token = await tokenOf(site, ORGANISER)
  const { total } = await call(site, token, organiser.admissionList, { pageSize: 50 })
  const queue = await openAt(ORGANISER, '/organiser', QUEUE_ROWS)
  const table = await openAt(CHAIR, '/juryreview', TABLE_ROWS)
  const runs: Record<string, Scrolled[]> = { queue: [], queueSlow: [], table: [], tableSlow: [] }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const isSlow of [false, true]) {
      await queue.bringToFront()
      runs[isSlow ? 'queueSlow' : 'queue']?.push(await scroll(queue, QUEUE_ROWS, isSlow))
      await table.bringToFront()
      runs[isSlow ? 'tableSlow' : 'table']?.push(await scroll(table, TABLE_ROWS, isSlow))
    }
  }
  const of = (side: string, what: keyof Scrolled) =>
    round(median((runs[side] ?? []).map((run) => run[what])))
  const keys: Record<'queue' | 'table', number[]> = { queue: [], table: [] }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    await queue.bringToFront()
    keys.queue.push(await hold(queue, 'j', `${QUEUE_ROWS} button`))
    await table.bringToFront()
    keys.table.push(await hold(table, 'j', '[role=grid]'))
  }
  await queue.bringToFront()
  const jump_ms = await toTheEnd(queue, `${QUEUE_ROWS} button`, `[aria-posinset="${total}"] button`)
  const memory = await heapOf(queue)
  await table.bringToFront()
  const memoryOfTable = await heapOf(table)
  const one = (name: string, value: number, unit: string, limit: number): Figure => ({
    bar: 'P5',
    name: `queue: ${name}`,
    value,
    unit,
    limit,
  })
  const ofTable = "× the chair's table"
  keep(
    'queue',
    [
      one('95 of 100 frames', of('queue', 'p95_frame_ms'), 'ms', 17),
      one(
        '95 of 100 frames, a processor four times slower',
        of('queueSlow', 'p95_frame_ms') / of('tableSlow', 'p95_frame_ms'),
        ofTable,
        1.25,
      ),
      one(
        'work for a thousand pixels',
        of('queue', 'work_ms_per_1000_px') / of('table', 'work_ms_per_1000_px'),
        ofTable,
        1.25,
      ),
      one('tasks of more than 50 ms', of('queue', 'long_tasks'), 'in five seconds', 0),
      one('rows in the document', of('queue', 'dom_rows'), '', 60),
      one('a row further by a held key', median(keys.queue) / median(keys.table), ofTable, 1.25),
      one('memory', memory / memoryOfTable, ofTable, 1.25),
      one('jump to the last row', jump_ms, 'ms', 1_000),
    ],
    { total, runs, keys, memory, memoryOfTable },
  )
} finally {
  await browser.close()
  await site.stop()
}
