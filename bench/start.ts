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
// So many samples are written down at most.
const KEPT = 120
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

type Sample = { minutes: number; megabytes: number }

/** How many megabytes a minute add: the straight line through all samples, by least squares. */
function slope(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = mean(samples.map(({ minutes }) => minutes))
  const level = mean(samples.map(({ megabytes }) => megabytes))
  const sum = (of: (sample: Sample) => number) => samples.reduce((all, one) => all + of(one), 0)
  return (
    sum(({ minutes, megabytes }) => (minutes - middle) * (megabytes - level)) /
    sum(({ minutes }) => (minutes - middle) ** 2)
  )
}

/** Memory of the server second by second while jurors and visitors read. */
async function soak({ url, process }: Site, token: string): Promise<Sample[]> {
  const reads = [
    '/api/index/winnerList?pageSize=12',
    '/api/judge/judgeEntryList?pageSize=100',
    '/api/user/getUserInfo',
    '/home',
  ]
  const samples: Sample[] = []
  const begin = performance.now()
  const minutes = () => (performance.now() - begin) / 60_000
  for (let turn = 0; minutes() < MINUTES; turn += 1) {
    const answer = await fetch(url + reads[turn % reads.length], { headers: { token } })
    await answer.arrayBuffer()
    if (minutes() * 60_000 < samples.length * SAMPLE_MS) continue
    samples.push({ minutes: minutes(), megabytes: memoryOf(process.pid ?? 0) })
  }
  return samples
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
  const samples = await soak(running, token)
  // A site that has just started fills its memories: growth is told from the last two thirds.
  const later = samples.filter(({ minutes }) => minutes >= MINUTES / 3)
  const memory = later.map(({ megabytes }) => megabytes)
  const told = `${round((MINUTES * 2) / 3)} of ${MINUTES} minutes`
  const every = Math.ceil(memory.length / KEPT)
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
      one(`growth over the last ${told}`, slope(later), 'MB a minute', BARS.slope),
    ],
    {
      warm_ms: warm.map(round),
      memory_mb: memory.filter((_, at) => at % every === 0).map(round),
    },
  )
} finally {
  await site?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
