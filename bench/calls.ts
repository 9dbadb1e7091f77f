import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { newFolder, startSite } from '../e2e/src/harness/site.ts'
import { median, quantile, round } from './common/figures.ts'
import { cpuOf } from './common/processes.ts'
import { isQuick, keep, type Figure } from './common/results.ts'

// What the site costs above the least that could answer: the same two reads, asked of the whole
// site and of a bare server on the same database, in turns, the median of five.
const ROUNDS = isQuick ? 1 : 5
const SECONDS = 2
const AT_ONCE = 8
const BAR = 1.5
const P99_MS = 50
const CALLS = {
  'public winner list': '/api/index/winnerList?pageSize=12',
  getUserInfo: '/api/user/getUserInfo',
}

type Target = { name: 'site' | 'floor'; pid: number; base: string }
type Sample = { per_second: number; cpu_ms: number; p99_ms: number }

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

const ask = (url: string, token: string) =>
  new Promise<void>((done, fail) => {
    const request = get(url, { agent, headers: { token } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => (text.startsWith('{"code":200') ? done() : fail(new Error(text))))
    })
    request.on('error', fail)
  })

async function sample({ pid, base }: Target, path: string, token: string): Promise<Sample> {
  const [begin, cpu] = [performance.now(), cpuOf(pid)]
  const waits: number[] = []
  const one = async () => {
    while (performance.now() - begin < SECONDS * 1_000) {
      const asked = performance.now()
      await ask(base + path, token)
      waits.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  const per_second = (waits.length * 1_000) / (performance.now() - begin)
  return {
    per_second,
    cpu_ms: (cpuOf(pid) - cpu) / waits.length,
    p99_ms: quantile(waits, 0.99),
  }
}

const dataDir = await newFolder()
const site = await startSite({ dataDir })
const floor = fork(join(import.meta.dirname, 'floor.ts'), [join(dataDir, 'postgres-socket')])
try {
  const [port] = (await once(floor, 'message')) as [number]
  const targets: Target[] = [
    { name: 'site', pid: site.process.pid ?? 0, base: site.url },
    { name: 'floor', pid: floor.pid ?? 0, base: `http://127.0.0.1:${port}` },
  ]
  const token = await tokenOf(site, ACCOUNTS[0])
  const results: Record<string, Record<string, Sample> & { ratio?: Sample }> = {}
  for (const [name, path] of Object.entries(CALLS)) {
    const samples: Record<Target['name'], Sample[]> = { site: [], floor: [] }
    for (const target of targets) await sample(target, path, name === 'getUserInfo' ? token : '')
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const target of turn % 2 ? targets.toReversed() : targets) {
        samples[target.name].push(await sample(target, path, name === 'getUserInfo' ? token : ''))
      }
    }
    const of = (who: Target['name'], what: keyof Sample) => median(samples[who].map((s) => s[what]))
    const row = (pick: (what: keyof Sample) => number): Sample => ({
      per_second: round(pick('per_second')),
      cpu_ms: round(pick('cpu_ms')),
      p99_ms: round(pick('p99_ms')),
    })
    const ratio = row((what) => of('site', what) / of('floor', what))
    results[name] = { site: row((w) => of('site', w)), floor: row((w) => of('floor', w)), ratio }
    console.log(`\n${name}`)
    console.table(results[name])
  }
  const figures = Object.entries(results).flatMap(([name, { site: own, ratio }]): Figure[] => [
    {
      ...{ bar: 'P6', name, value: ratio?.cpu_ms ?? NaN, limit: BAR },
      unit: '× processor time of a bare server',
    },
    {
      ...{ bar: 'P6', name: `${name}, 99 of 100 under full load`, value: own?.p99_ms ?? NaN },
      ...{ unit: 'ms', limit: P99_MS },
    },
  ])
  keep('calls', figures, { rounds: ROUNDS, results })
} finally {
  agent.destroy()
  floor.disconnect()
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
