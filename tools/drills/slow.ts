import { spawn } from 'node:child_process'
import { publication } from '@awards/shared/contract'
import { median, quantile } from '../../bench/common/results.ts'
import { startSite } from '../../e2e/src/harness/site.ts'
import {
  demoFolder,
  QUIET_ENV,
  milliseconds,
  pause,
  numberOptions,
  requireProgram,
} from './setup.ts'
import { openConnection } from './connection.ts'
import type { Drill } from './report.ts'

const P99_BAR = 2
/** Calm and attack take turns, and the median counts: a p99 of five milliseconds differs by as much from run to run. */
const ROUNDS = 3
const EVERY_MS = 25
const WARM_MS = 5_000

/** A thousand clients that send headers, bodies or read answers by the byte. */
export const run: Drill = async (args) => {
  const given = numberOptions(args, { connections: 1_000, seconds: 15 })
  requireProgram('slowhttptest')
  const site = await startSite({ dataDir: await demoFolder(), env: QUIET_ENV })
  try {
    const figures: Record<string, string> = {}
    let holds = true
    await publicP99(site.url, pause(WARM_MS))
    for (const [name, attack] of Object.entries(ATTACKS)) {
      const rounds: Round[] = []
      while (rounds.length < ROUNDS) rounds.push(await takeTurn(site.url, attack, given))
      const ratio = median(rounds.map(({ calm, under }) => under.p99 / calm.p99))
      const sum = (of: (round: Round) => number) =>
        rounds.reduce((total, round) => total + of(round), 0)
      const failed = sum(({ under }) => under.failed)
      const [yes, looks] = [sum((round) => round.yes), sum((round) => round.looks)]
      const available = yes === looks && rounds.every((round) => round.looks > 0)
      holds &&= available && failed === 0 && ratio <= P99_BAR
      const p99s = rounds.map(
        ({ calm, under }) => `${milliseconds(under.p99)} against ${milliseconds(calm.p99)}`,
      )
      figures[name] =
        `service available: ${available ? 'YES' : 'NO'} (${yes} of ${looks} looks); ` +
        `public p99 ${p99s.join(', ')} without, median ` +
        `${ratio.toFixed(2)}×; ${failed} of ${sum(({ under }) => under.asked)} public requests failed`
    }
    return { holds, figures: { connections: given.connections, ...figures } }
  } finally {
    await site.kill()
  }
}

/** Options of slowhttptest: of the attack, and of as many ordinary clients with the same requests in the calm. */
type Attack = { path: string; slow: string; ordinary?: string }

const READERS = '-X -w 65000 -y 65500 -n 1 -z 65536'
const ATTACKS: Record<string, Attack> = {
  'slow headers (-H)': { path: '/home', slow: '-H', ordinary: READERS },
  'slow bodies (-B)': { path: '/api/user/login', slow: '-B -f application/json' },
  'slow reading (-X)': { path: '/home', slow: '-X -w 10 -y 20 -n 5 -z 32', ordinary: READERS },
}

type Size = { connections: number; seconds: number }
type Round = Awaited<ReturnType<typeof takeTurn>>

/** A calm while, then as long a one under attack. */
async function takeTurn(url: string, { path, slow, ordinary }: Attack, size: Size) {
  const visitors = ordinary && slowhttptest(url + path, ordinary, size)
  const calm = await publicP99(url, pause(size.seconds * 1_000))
  await visitors
  const attack = slowhttptest(url + path, slow, size)
  return { calm, under: await publicP99(url, attack), ...(await attack) }
}

function slowhttptest(url: string, options: string, { connections, seconds }: Size) {
  // In life they have processors of their own.
  const child = spawn('nice', [
    '-n',
    '19',
    'slowhttptest',
    ...options.split(' '),
    '-c',
    String(connections),
    '-r',
    '200',
    '-l',
    String(seconds),
    '-i',
    '5',
    '-p',
    '3',
    '-u',
    url,
  ])
  let printed = ''
  child.stdout.on('data', (part) => (printed += String(part)))
  child.stderr.on('data', (part) => (printed += String(part)))
  return new Promise<{ yes: number; looks: number }>((done, fail) => {
    child.once('error', fail)
    child.once('close', () => {
      const plain = printed.replaceAll(/\u001B\[[0-9;]*m/g, '')
      const states = [...plain.matchAll(/service available:\s+(YES|NO)/g)].map(([, state]) => state)
      const yes = states.filter((state) => state === 'YES').length
      done({ yes, looks: states.length })
    })
  })
}

/** How long the public list takes, asked on connections of its own until `ends` is over. */
async function publicP99(url: string, ends: Promise<unknown>) {
  const connection = openConnection(url)
  let isOver = false
  void ends.finally(() => (isOver = true))
  const times: number[] = []
  let failed = 0
  while (!isOver) {
    const { code, ms } = await connection.call(publication.winnerList, { pageSize: 12 })
    times.push(ms)
    failed += code === 200 ? 0 : 1
    await pause(EVERY_MS)
  }
  connection.close()
  return { p99: quantile(times, 0.99), failed, asked: times.length }
}
