import { CHAIR } from '../e2e/src/journey/judge.ts'
import { DESK, launchBrowser, tokenOf, visit } from '../e2e/src/harness/browser.ts'
import { plantEntries } from '../e2e/src/jury/plant-entries.ts'
import { serveAntdTable } from './floor/antd-table.ts'
import { longestAnswer, heapOf, scroll, type Page, type Scrolled } from './common/table-scroll.ts'
import {
  median,
  round,
  spread,
  isQuick,
  keep,
  numbers,
  spreadFigure,
  type Figure,
} from './common/results.ts'
import { cpuOf, benchSite } from './common/load.ts'

// The chair's table on 100,000 entries of five votes each: what the server spends on the last full page and
// on the first, and how the table scrolls, in turns with antd's virtual table over as many rows, which are
// all in its memory and have the plainest cells there are.
const ENTRIES = Number(numbers[0] ?? (isQuick ? 5_000 : 100_000))
const PAGE = 100
const ASKED = isQuick ? 5 : 20
const ROUNDS = isQuick ? 1 : 5
const SORTS = ['', 'title', '-score']
const OWN_ROWS = '[role=row][aria-selected]'
const ANTD_ROWS = '.ant-table-row'

type List = { list: { apply_order_id: string; first_level: { votes: number } }[]; total: number }

const site = await benchSite()
const pid = site.process.pid ?? 0
const browser = await launchBrowser()

async function list(token: string, query: string): Promise<List> {
  const response = await fetch(`${site.url}/api/judge/judgeEntryList?${query}`, {
    headers: { token },
  })
  const { code, msg, data } = (await response.json()) as { code: number; msg: unknown; data: List }
  if (code !== 200) throw new Error(`${query}: ${JSON.stringify(msg)}`)
  return data
}

/** Processor time of the server and the wait for one page, again and again. */
async function cost(token: string, sort: string, current: number) {
  const query = new URLSearchParams({
    ...(sort && { sort }),
    current: String(current),
    pageSize: String(PAGE),
  }).toString()
  const begin = performance.now()
  await list(token, query)
  const first_ms = performance.now() - begin
  const waits: number[] = []
  const before = cpuOf(pid)
  for (let turn = 0; turn < ASKED; turn += 1) {
    const start = performance.now()
    await list(token, query)
    waits.push(performance.now() - start)
  }
  const cpu_ms = round((cpuOf(pid) - before) / ASKED)
  return { first_ms: round(first_ms), cpu_ms, wait_ms: round(median(waits)) }
}

async function openOwn(token: string) {
  const context = await visit(browser, site, token)
  const page = await context.newPage()
  const opened: number[] = []
  // The first time fills the browser's cache, as on any day but the first.
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    const begin = performance.now()
    await page.goto('/juryreview')
    await rowIsThere(page, 0)
    if (turn > 0) opened.push(performance.now() - begin)
  }
  return { page, first_rows_ms: round(median(opened)) }
}
/** Looked for at each frame: a locator looks twice in a second only. */
const rowIsThere = (page: Page, index: number) =>
  page.waitForFunction(
    (row) => document.querySelector(`[aria-rowindex="${row}"][aria-busy=false] a`) !== null,
    index + 2,
    { timeout: 60_000 },
  )

async function jump(page: Page, total: number) {
  await page.getByRole('grid').focus()
  const begin = performance.now()
  await page.keyboard.press('End')
  await rowIsThere(page, total - 1)
  return round(performance.now() - begin)
}

/** Searches the whole table; the time from the slowest key, Enter too, to the frame that answers it. */
async function filterKey(page: Page): Promise<number> {
  const search = page.getByRole('search').getByRole('searchbox').first()
  await search.click()
  const longest = await longestAnswer(page, async () => {
    await page.keyboard.type('lamp', { delay: 120 })
    await page.keyboard.press('Enter')
  })
  await search.fill('')
  await page.keyboard.press('Enter')
  // The table follows a moment later, and goes back to where it was.
  await page.waitForTimeout(1_000)
  await page.locator(`${OWN_ROWS} a`).first().waitFor({ timeout: 60_000 })
  return longest
}

try {
  const token = await tokenOf(site, CHAIR)
  const demo = await list(token, 'pageSize=100')
  const model = demo.list.find(({ first_level }) => first_level.votes > 0) ?? demo.list[0]
  console.log(`Planting ${ENTRIES} entries …`)
  if (demo.total < ENTRIES) await plantEntries(site, ENTRIES, model?.apply_order_id ?? '')
  const { total, list: rows } = await list(token, `pageSize=${PAGE}`)
  const pages: Record<string, object> = {}
  let last_to_first = 0
  for (const sort of SORTS) {
    const first = await cost(token, sort, 1)
    const last = await cost(token, sort, Math.floor(total / PAGE))
    last_to_first = Math.max(last_to_first, round(last.cpu_ms / first.cpu_ms))
    pages[sort || 'as it comes'] = { first, last }
    console.log(sort || 'as it comes', { first, last })
  }
  const { page, first_rows_ms } = await openOwn(token)
  const antd = await serveAntdTable(site.dataDir, rows, total)
  const other = await (await browser.newContext({ viewport: DESK })).newPage()
  await other.goto(antd.url)
  await other.locator(ANTD_ROWS).first().waitFor({ timeout: 60_000 })
  const runs: Record<string, Scrolled[]> = { own: [], ownSlow: [], antd: [], antdSlow: [] }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const isSlow of [false, true]) {
      await page.bringToFront()
      runs[isSlow ? 'ownSlow' : 'own']?.push(await scroll(page, OWN_ROWS, isSlow))
      await other.bringToFront()
      runs[isSlow ? 'antdSlow' : 'antd']?.push(await scroll(other, ANTD_ROWS, isSlow))
    }
  }
  antd.stop()
  const of = (side: string, what: keyof Scrolled) =>
    round(median((runs[side] ?? []).map((run) => run[what])))
  const ratio = (what: keyof Scrolled, slow = '') =>
    of(`own${slow}`, what) / of(`antd${slow}`, what)
  await page.bringToFront()
  const jump_ms = await jump(page, total)
  const memory = await heapOf(page)
  const keys: number[] = []
  for (let turn = 0; turn < ROUNDS; turn += 1) keys.push(await filterKey(page))
  const one = (name: string, value: number, unit: string, limit: number): Figure => ({
    bar: 'P5',
    name,
    value,
    unit,
    limit,
  })
  const antdUnit = "× antd's virtual table"
  keep(
    'jury',
    [
      one('95 of 100 frames', of('own', 'p95_frame_ms'), 'ms', 17),
      one(
        '95 of 100 frames, a processor four times slower',
        ratio('p95_frame_ms', 'Slow'),
        antdUnit,
        0.6,
      ),
      one('work for a thousand pixels', ratio('work_ms_per_1000_px'), antdUnit, 0.6),
      one('tasks of more than 50 ms', of('own', 'long_tasks'), 'in five seconds', 0),
      one('rows in the document', of('own', 'dom_rows'), '', 60),
      one('memory', memory, 'MB', 60),
      spreadFigure(
        { bar: 'P5', name: 'a key in the search of the table', unit: 'ms', limit: 50 },
        spread(keys),
      ),
      one('first rows', first_rows_ms, 'ms', 1_000),
      one('jump to the last row', jump_ms, 'ms', 1_000),
      one('last full page', last_to_first, '× processor time of the first', 2),
    ],
    { total, pages, runs },
  )
} finally {
  await browser.close()
  await site.stop()
}
