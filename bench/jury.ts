import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { launchBrowser, tokenOf, visit, type openTab } from '../e2e/src/harness/browser.ts'
import { newFolder, startSite } from '../e2e/src/harness/site.ts'
import { plantEntries } from '../e2e/src/jury/plant-entries.ts'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { serveAntdTable } from './antd-page.ts'

// The chair's table on 100,000 entries of five votes each: what the server spends on the last page and on the
// first, and how the table scrolls, against antd's virtual table over as many rows in the same run.
const ENTRIES = Number(process.argv[2] ?? 100_000)
const PAGE = 100
const ROUNDS = 20
const WHEEL_MS = 5_000
const WHEEL_STEP = 400
const TICKS_PER_SECOND = 100
const BARS = { last_page: 2, dom_rows: 60, first_rows_ms: 1_000, jump_ms: 1_000 }
const SORTS = ['', 'title', '-score']

const round = (value: number) => Number(value.toPrecision(3))
const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const at = (values: readonly number[], share: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN

type Page = Awaited<ReturnType<typeof openTab>>['page']
type List = { list: { apply_order_id: string; first_level: { votes: number } }[]; total: number }

const dataDir = await newFolder()
const site = await startSite({ dataDir, env: { PREPARE_AVIF: 'off' } })
const pid = site.process.pid ?? 0
const browser = await launchBrowser()

/** Processor time of the server so far, in milliseconds; the database is another process. */
function cpu(): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
}

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
  const before = cpu()
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const start = performance.now()
    await list(token, query)
    waits.push(performance.now() - start)
  }
  return {
    first_ms: round(first_ms),
    cpu_ms: round((cpu() - before) / ROUNDS),
    wait_ms: round(at(waits, 0.5)),
  }
}

/** The time between two frames for 95 in a hundred, while the wheel turns. */
async function wheel(page: Page, rows: string) {
  const box = await page.locator(rows).first().boundingBox()
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 20)
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const next = (now: number) => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(globalThis, { frames })
  })
  const begin = performance.now()
  let most = 0
  while (performance.now() - begin < WHEEL_MS) {
    await page.mouse.wheel(0, WHEEL_STEP)
    most = Math.max(most, await page.locator(rows).count())
  }
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames)
  return { p95_frame_ms: round(at(frames, 0.95)), frames: frames.length, dom_rows: most }
}

async function ownTable(token: string, total: number) {
  const context = await visit(browser, site, token)
  const page = await context.newPage()
  const link = (index: number) => page.locator(`[role=row][aria-rowindex="${index + 2}"] a`).first()
  // Scripts are in the browser's cache, as on any day but the first.
  await page.goto('/juryreview')
  await link(0).waitFor({ timeout: 60_000 })
  const opened = performance.now()
  await page.goto('/juryreview')
  await link(0).waitFor()
  const first_rows_ms = performance.now() - opened
  const scrolled = await wheel(page, '[role=row][aria-selected]')
  await page.getByRole('grid').focus()
  const jumped = performance.now()
  await page.keyboard.press('End')
  await link(total - 1).waitFor({ timeout: 60_000 })
  const jump_ms = performance.now() - jumped
  await context.close()
  return { first_rows_ms: round(first_rows_ms), jump_ms: round(jump_ms), ...scrolled }
}

async function antdTable(url: string) {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('.ant-table-row').first().waitFor({ timeout: 60_000 })
  const scrolled = await wheel(page, '.ant-table-row')
  await context.close()
  return scrolled
}

try {
  const token = await tokenOf(site, ACCOUNTS[1])
  const demo = await list(token, 'pageSize=100')
  const model = demo.list.find(({ first_level }) => first_level.votes > 0) ?? demo.list[0]
  console.log(`Planting ${ENTRIES} entries …`)
  await plantEntries(site, ENTRIES, model?.apply_order_id ?? '')
  const load = loadavg()[0] ?? NaN
  const { total, list: rows } = await list(token, `pageSize=${PAGE}`)
  const pages: Record<string, object> = {}
  let ratio = 0
  for (const sort of SORTS) {
    const name = sort || 'as it comes'
    try {
      const first = await cost(token, sort, 1)
      const last = await cost(token, sort, Math.ceil(total / PAGE))
      const last_to_first = round(last.cpu_ms / first.cpu_ms)
      ratio = Math.max(ratio, last_to_first)
      pages[name] = { first, last, last_to_first }
    } catch (error) {
      ratio = Infinity
      pages[name] = { failed: String(error) }
    }
    console.log(name, pages[name])
  }
  const own = await ownTable(token, total)
  const antd = await serveAntdTable(dataDir, rows, total)
  const other = await antdTable(antd.url)
  antd.stop()
  const results = { total, pages, own, antd: other }
  const holds = {
    last_page: ratio <= BARS.last_page,
    dom_rows: own.dom_rows <= BARS.dom_rows,
    first_rows: own.first_rows_ms <= BARS.first_rows_ms,
    jump: own.jump_ms <= BARS.jump_ms,
    frames: own.p95_frame_ms <= other.p95_frame_ms,
  }
  console.log(results, holds)
  const date = new Date().toISOString()
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
  const about = {
    date,
    ...machine,
    load_before: round(load),
    load_after: round(loadavg()[0] ?? NaN),
  }
  const file = join(import.meta.dirname, 'results', `jury-${date.slice(0, 10)}.json`)
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...about, bars: BARS, results, holds }, null, 2)}\n`)
  console.log(`Written to ${file}`)
} finally {
  await browser.close()
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
