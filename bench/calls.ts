import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../api/src/db/database.ts'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { newFolder, startSite } from '../e2e/src/harness/site.ts'
import { median, quantile, round } from './common/figures.ts'
import { cpuOf } from './common/processes.ts'
import { isQuick, keep, type Figure } from './common/results.ts'
import { keepAccount, keepAnswers } from './floor-rows.ts'

// What the site costs above the least that could answer: the same two reads, asked of the whole site and of
// Fastify with one query, which returns the same data from one table of the same database, in turns, the
// median of five. The list is one that the site remembers; `api` asks it for new ones. Then the site alone
// is asked at an even pace, half as often as it could answer.
const ROUNDS = isQuick ? 1 : 5
// Rounds before those that count, in which both are compiled.
const WARM_ROUNDS = isQuick ? 1 : 4
const SECONDS = 2
const AT_ONCE = 8
// An even pace waits for nobody: as many as are late at one moment.
const MOST_LATE = 256
const BAR = 1.5
const P99_MS = 50
const CALLS = {
  'public winner list, known': '/api/index/winnerList?current=1&pageSize=12',
  getUserInfo: '/api/user/getUserInfo',
}

type Target = { name: 'site' | 'floor'; pid: number; base: string }
type Sample = { per_second: number; cpu_ms: number; p99_ms: number }
type Paced = { asked: number; per_second: number; p99_ms: number; failures: number }

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
const paced = new Agent({ keepAlive: true, maxSockets: MOST_LATE })

const ask = (url: string, token: string, agent: Agent) =>
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
      await ask(base + path, token, agent)
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

/** Asks so many times a second, whether or not it has been answered; who is asked late waits longer. */
async function atPace(url: string, token: string, perSecond: number): Promise<Paced> {
  const begin = performance.now()
  const waits: number[] = []
  const asked: Promise<void>[] = []
  let failures = 0
  const one = async (due: number) => {
    await ask(url, token, paced).catch(() => (failures += 1))
    waits.push(performance.now() - due)
  }
  const end = begin + SECONDS * ROUNDS * 1_000
  for (let due = begin; due < end; due += 1_000 / perSecond) {
    while (performance.now() < due) await delay(1)
    asked.push(one(due))
  }
  await Promise.all(asked)
  const per_second = round(perSecond)
  return { asked: asked.length, per_second, p99_ms: round(quantile(waits, 0.99)), failures }
}

const dataDir = await newFolder()
const site = await startSite({ dataDir })
const socketDir = join(dataDir, 'postgres-socket')
const token = await tokenOf(site, ACCOUNTS[0])
const { pool } = openDatabase({ socketDir, database: 'awards' })
await keepAnswers(pool, site.url, 0)
await keepAccount(pool, site.url, token)
await pool.query('vacuum analyze')
await pool.end()
const floor = fork(join(import.meta.dirname, 'api-floor.ts'), [socketDir])
try {
  const [port] = (await once(floor, 'message')) as [number]
  const targets: Target[] = [
    { name: 'site', pid: site.process.pid ?? 0, base: site.url },
    { name: 'floor', pid: floor.pid ?? 0, base: `http://127.0.0.1:${port}` },
  ]
  const tokenFor = (name: string) => (name === 'getUserInfo' ? token : '')
  const results: Record<string, { site: Sample; floor: Sample; ratio: Sample; half: Paced }> = {}
  for (const [name, path] of Object.entries(CALLS)) {
    const samples: Record<Target['name'], Sample[]> = { site: [], floor: [] }
    for (let turn = 0; turn < WARM_ROUNDS; turn += 1) {
      for (const target of targets) await sample(target, path, tokenFor(name))
    }
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const target of turn % 2 ? targets.toReversed() : targets) {
        samples[target.name].push(await sample(target, path, tokenFor(name)))
      }
    }
    const of = (who: Target['name'], what: keyof Sample) => median(samples[who].map((s) => s[what]))
    const row = (pick: (what: keyof Sample) => number): Sample => ({
      per_second: round(pick('per_second')),
      cpu_ms: round(pick('cpu_ms')),
      p99_ms: round(pick('p99_ms')),
    })
    const ratio = row((what) => of('site', what) / of('floor', what))
    const half = await atPace(site.url + path, tokenFor(name), of('site', 'per_second') / 2)
    const [own, least] = [row((what) => of('site', what)), row((what) => of('floor', what))]
    results[name] = { site: own, floor: least, ratio, half }
    console.log(`\n${name}`)
    console.table(results[name])
  }
  const figures = Object.entries(results).flatMap(([name, { ratio, half }]): Figure[] => [
    {
      ...{ bar: 'P6', name, value: ratio.cpu_ms, limit: BAR },
      unit: '× processor time of Fastify with one query',
    },
    {
      ...{ bar: 'P6', name: `${name}, 99 of 100 at half of what it can`, value: half.p99_ms },
      ...{ unit: 'ms', limit: P99_MS },
    },
    {
      ...{ bar: 'P6', name: `${name}, failures at half of what it can`, value: half.failures },
      ...{ unit: `of ${half.asked}`, limit: 0 },
    },
  ])
  keep('calls', figures, { rounds: ROUNDS, results })
} finally {
  agent.destroy()
  paced.destroy()
  floor.disconnect()
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
