import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../api/src/db/database.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { benchSite, cpuPerRequest, type Reads, type Target } from './common/load.ts'
import { round, spread, isQuick, keep, numbers, type Figure } from './common/results.ts'
import { dataOf, keepAnswers, plantWinners, startEdge, startNginx } from './floor/api.ts'

// What a read costs with 100,000 winners: processor time of the server for one request, in turns with the
// least that could answer. Cached answers against nginx, which returns the same bytes from its configuration; new
// and signed-in ones against Fastify with one query, which returns the same data from one table; the edge (nginx
// with its cache and the site behind it, their time together) against nginx that serves a file of that size.
const WINNERS = isQuick ? 5_000 : 100_000
// So many that none comes again while it is cached.
const SHEETS = isQuick ? 4_000 : 40_000
// Rounds before those that count, in which both are compiled: the compiler's threads count as well.
const WARM_ROUNDS = isQuick ? 1 : 6
const ROUNDS = Number(numbers[0] ?? (isQuick ? 1 : 5))
const BARS = { cached: 6, uncached: 2, edge: 2 }
const PAGE = 12
const JURY = '/api/index/jury'
const CALLS = ['indexWinnerList', 'winnerList', 'winnerInfo'] as const

const pagesOf = (call: string): Reads => ({
  path: `/api/index/${call}?current={n}&pageSize=${PAGE}`,
  count: Math.floor(WINNERS / PAGE),
})

const leastOf = (name: string) =>
  /, (new|signed in)$/.test(name)
    ? 'Fastify with one query'
    : name.endsWith('edge')
      ? 'nginx with a file'
      : 'nginx'

type Measured = ReturnType<typeof spread>
type Result = { site: Measured; floor: Measured; ratio: number; bar: number }

/** Measures both in turns, the first to go changing each time. */
async function compare(site: [Target, Reads], floor: [Target, Reads], bar: number) {
  const sides = { site, floor }
  const samples: Record<keyof typeof sides, number[]> = { site: [], floor: [] }
  let first = 0
  for (let turn = -WARM_ROUNDS; turn < ROUNDS; turn += 1) {
    const order = turn % 2 ? (['site', 'floor'] as const) : (['floor', 'site'] as const)
    for (const side of order) {
      const { cpu, requests } = await cpuPerRequest(...sides[side], first)
      // No address comes again while its answer is cached.
      first += requests
      if (turn >= 0) samples[side].push(cpu)
    }
  }
  const [own, least] = [spread(samples.site), spread(samples.floor)]
  return { site: own, floor: least, ratio: round(own.median / least.median), bar }
}

const site = await benchSite()
const { dataDir } = site
const socketDir = join(dataDir, 'postgres-socket')
const { pool } = openDatabase({ socketDir, database: 'awards' })
const own: Target = {
  pids: [site.process.pid ?? 0],
  base: site.url.replace('localhost', '127.0.0.1'),
}
console.log(`Planting ${WINNERS} winners …`)
await plantWinners(pool, WINNERS)
const sheets = await keepAnswers(pool, site.url, SHEETS)
// An entrant with a few entries, as most have; the planted winners belong to others.
const entrants = await pool.query<{ email: string }>(
  `select u.email from users u join apply_orders e on e.user_id = u.id
   group by u.id having count(*) between 2 and 10 order by count(*) desc, u.id limit 1`,
)
const token = await tokenOf(site, entrants.rows[0]?.email ?? '')
const signedIn = {
  getUserInfo: '/api/user/getUserInfo',
  entryList: '/api/apply/entryList',
}
for (const [call, path] of Object.entries(signedIn)) {
  const data = await dataOf(site.url + path, { token })
  await pool.query('insert into floor_rows values ($1, 1, $2)', [call, JSON.stringify(data)])
}
await pool.query('vacuum analyze')

const cached = {
  indexWinnerList: `/api/index/indexWinnerList?current=1&pageSize=${PAGE}`,
  winnerList: `/api/index/winnerList?current=1&pageSize=${PAGE}`,
  winnerInfo: `/api/index/winnerInfo?apply_order_id=${sheets[0]}`,
}
const bodies: Record<string, string> = {}
for (const [call, path] of Object.entries({ ...cached, jury: JURY })) {
  bodies[`/${call}`] = await (await fetch(site.url + path)).text()
}
const nginx = await startNginx(dataDir, bodies)
const edge = nginx && (await startEdge(dataDir, Number(new URL(own.base).port)))
const child = fork(join(import.meta.dirname, 'floor/fastify.ts'), [socketDir])
try {
  const [port] = (await once(child, 'message')) as [number]
  const floor: Target = { pids: [child.pid ?? 0], base: `http://127.0.0.1:${port}` }
  const results: Record<string, Result> = {}
  for (const call of CALLS) {
    if (nginx) {
      const load = { path: cached[call] }
      const name = `${call}, cached`
      results[name] = await compare([own, load], [nginx, { path: `/${call}` }], BARS.cached)
      console.log(name, results[name])
      // The tag is that of the answer that is asked for again.
      const answer = await fetch(own.base + load.path)
      const again = { ...load, headers: { 'if-none-match': answer.headers.get('etag') ?? '' } }
      await answer.text()
      const same = `${call}, unchanged`
      results[same] = await compare([own, again], [nginx, { path: `/${call}` }], BARS.cached)
      console.log(same, results[same])
    }
    const isSheet = call === 'winnerInfo'
    const [fresh, least]: [Reads, Reads] = isSheet
      ? [
          { path: `/api/index/${call}?apply_order_id={n}`, values: sheets },
          { path: `/api/index/${call}?place={n}`, count: SHEETS },
        ]
      : [pagesOf(call), pagesOf(call)]
    const name = `${call}, new`
    results[name] = await compare([own, fresh], [floor, least], BARS.uncached)
    console.log(name, results[name])
  }
  for (const [call, path] of Object.entries(signedIn)) {
    const name = `${call}, signed in`
    const least = { path: `/one/${call}` }
    results[name] = await compare(
      [own, { path, headers: { token } }],
      [floor, least],
      BARS.uncached,
    )
    console.log(name, results[name])
  }
  if (nginx && edge) {
    const behind: Target = { pids: [...edge.pids, ...own.pids], base: edge.base }
    const file = { path: '/files/jury' }
    results['jury, edge'] = await compare([behind, { path: JURY }], [nginx, file], BARS.edge)
    console.log('jury, edge', results['jury, edge'])
  }
  if (!nginx) console.log('nginx is not installed, so nothing was compared with it.')
  const figures = Object.entries(results).map(([name, { ratio, bar }]): Figure => ({
    bar: 'P6',
    name,
    value: ratio,
    limit: bar,
    unit: `× processor time of ${leastOf(name)}`,
  }))
  const unit = 'microseconds of processor time for one request'
  keep('api', figures, { winners: WINNERS, rounds: ROUNDS, unit, results })
} finally {
  child.disconnect()
  await edge?.stop()
  await nginx?.stop()
  await pool.end()
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
