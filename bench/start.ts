import { rmSync } from 'node:fs'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { freePort, newFolder, startSite, type Site } from '../e2e/src/harness/site.ts'
import { round, spread, atMost, isQuick, keep, numbers, spreadFigure } from './common/results.ts'
import { cpuOf } from './common/load.ts'
import { memoryWhileRead, plantJuryList, told } from './common/soak.ts'

// How soon the site is ready in an empty folder and in one that it knows, and what the server's process holds
// with 100,000 entries while jurors and visitors read as fast as they are answered; `soak` tells whether it grows.
const ENTRIES = isQuick ? 5_000 : 100_000
const STARTS = isQuick ? 1 : 5
const MINUTES = Number(numbers[0] ?? (isQuick ? 0.2 : 3))
const BARS = { first_ms: 6_000, demo_ms: 12_000, warm_ms: 1_500, memory_mb: 300 }

const dataDir = await newFolder()
const env = { PREPARE_AVIF: 'off' }
let site: Site | undefined

/** Processor time of the server's process up to readiness, in milliseconds: a busy machine hardly changes it. */
const cpu: Record<string, number[]> = { empty: [], demo: [], known: [] }

async function started(kind: 'demo' | 'known') {
  const begin = performance.now()
  site = await startSite({ dataDir, env })
  const milliseconds = performance.now() - begin
  cpu[kind]?.push(round(cpuOf(site.process.pid ?? 0)))
  return milliseconds
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
  cpu['empty']?.push(round(cpuOf(empty.process.pid ?? 0)))
  await empty.stop()
  rmSync(folder, { recursive: true, force: true })
  return milliseconds
}

try {
  const empty = await startedEmpty()
  const first = await started('demo')
  const opened = site as unknown as Site
  const token = await tokenOf(opened, ACCOUNTS[1])
  await plantJuryList(opened, token, ENTRIES)
  await opened.stop()
  const warm: number[] = []
  for (let turn = 0; turn < STARTS; turn += 1) {
    warm.push(await started('known'))
    if (turn < STARTS - 1) await site?.stop()
  }
  const running = site as unknown as Site
  const samples = await memoryWhileRead(running, token, { minutes: MINUTES })
  keep(
    'start',
    [
      atMost('P11', 'first start, empty', empty, 'ms', BARS.first_ms),
      atMost('P11', 'first start, with the demo programme', first, 'ms', BARS.demo_ms),
      spreadFigure(
        { bar: 'P11', name: 'start in a known folder', unit: 'ms', limit: BARS.warm_ms },
        spread(warm),
      ),
      atMost(
        'P11',
        `memory with ${ENTRIES} entries`,
        Math.max(...samples.map(({ megabytes }) => megabytes)),
        'MB',
        BARS.memory_mb,
      ),
    ],
    { warm_ms: warm.map(round), cpu_ms: cpu, memory_mb: told(samples) },
  )
} finally {
  await site?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
