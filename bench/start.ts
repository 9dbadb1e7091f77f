import { rmSync } from 'node:fs'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { freePort, newFolder, startSite, type Site } from '../e2e/src/harness/site.ts'
import { plantEntries } from '../e2e/src/jury/plant-entries.ts'
import { round, spread } from './common/figures.ts'
import { memoryOf } from './common/processes.ts'
import { isQuick, keep, numbers, spreadFigure, type Figure } from './common/results.ts'

// How soon the site is ready in an empty folder and in one that it knows, and what the server's process holds
// with 100,000 entries while jurors and visitors read. The soak is short; a number gives its minutes.
const ENTRIES = isQuick ? 5_000 : 100_000
const STARTS = isQuick ? 1 : 5
const MINUTES = Number(numbers[0] ?? (isQuick ? 0.2 : 3))
const SAMPLE_MS = 1_000
const BARS = { first_ms: 6_000, warm_ms: 1_500, memory_mb: 300, slope: 1 }

const dataDir = await newFolder()
const env = { PREPARE_AVIF: 'off' }
let site: Site | undefined

async function started() {
  const begin = performance.now()
  site = await startSite({ dataDir, env })
  return performance.now() - begin
}

/** The first start of a site as its operators begin with it: an empty folder, and nothing in it yet. */
async function startedEmpty(): Promise<number> {
  const port = await freePort()
  const own = {
    MODE: 'production',
    SITE_URL: 'https://site.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  const folder = await newFolder()
  const begin = performance.now()
  const empty = await startSite({ dataDir: folder, port, env: { ...env, ...own } })
  const milliseconds = performance.now() - begin
  await empty.stop()
  rmSync(folder, { recursive: true, force: true })
  return milliseconds
}

/** How fast something grows that was sampled every second, for each minute: the least squares. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0)
  const below = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return (above / below) * (60_000 / SAMPLE_MS)
}

async function soak({ url, process }: Site, token: string): Promise<number[]> {
  const reads = [
    '/api/index/winnerList?pageSize=12',
    '/api/judge/judgeEntryList?pageSize=100',
    '/api/user/getUserInfo',
    '/home',
  ]
  const samples: number[] = []
  const end = performance.now() + MINUTES * 60_000
  for (let turn = 0; performance.now() < end; turn += 1) {
    const answer = await fetch(url + reads[turn % reads.length], { headers: { token } })
    await answer.arrayBuffer()
    const due = end - MINUTES * 60_000 + samples.length * SAMPLE_MS
    if (performance.now() >= due) samples.push(memoryOf(process.pid ?? 0))
  }
  // What is kept in memory is filled in the first third.
  return samples.slice(samples.length / 3)
}

try {
  const empty = await startedEmpty()
  const first = await started()
  const opened = site as unknown as Site
  const token = await tokenOf(opened, ACCOUNTS[1])
  const list = (await (
    await fetch(`${opened.url}/api/judge/judgeEntryList?pageSize=100`, { headers: { token } })
  ).json()) as { data: { list: { apply_order_id: string; first_level: { votes: number } }[] } }
  const model = list.data.list.find(({ first_level }) => first_level.votes > 0)
  await plantEntries(opened, ENTRIES, model?.apply_order_id ?? '')
  await opened.stop()
  const warm: number[] = []
  for (let turn = 0; turn < STARTS; turn += 1) {
    warm.push(await started())
    if (turn < STARTS - 1) await site?.stop()
  }
  const running = site as unknown as Site
  const memory = await soak(running, token)
  const one = (name: string, value: number, unit: string, limit: number): Figure => ({
    ...{ bar: 'P11', name, value, unit, limit },
  })
  keep(
    'start',
    [
      one('first start, empty', empty, 'ms', BARS.first_ms),
      one('first start, with the demo programme', first, 'ms', BARS.first_ms),
      spreadFigure(
        { bar: 'P11', name: 'start in a known folder', unit: 'ms', limit: BARS.warm_ms },
        spread(warm),
      ),
      one(`memory with ${ENTRIES} entries`, Math.max(...memory), 'MB', BARS.memory_mb),
      one(`growth over ${MINUTES} minutes`, slope(memory), 'MB a minute', BARS.slope),
    ],
    { warm_ms: warm.map(round), memory_mb: memory.map(round) },
  )
} finally {
  await site?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
