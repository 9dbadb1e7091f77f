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

type Attack = {
  options: string[]
  /** The same requests by a thousand clients that are not slow; without them nobody else asks in the calm. */
  calm?: string[]
}
const readers = ([least, most]: [string, string], seconds: string, bytes: string) => [
  '-X',
  '-u',
  '/home',
  '-w',
  least,
  '-y',
  most,
  '-n',
  seconds,
  '-z',
  bytes,
]

const ORDINARY = readers(['65000', '65500'], '1', '65536')

const ATTACKS: Record<string, Attack> = {
  'slow headers (-H)': { options: ['-H'], calm: ORDINARY },
  'slow bodies (-B)': { options: ['-B', '-u', '/api/user/login', '-f', 'application/json'] },
  'slow reading (-X)': { options: readers(['10', '20'], '5', '32'), calm: ORDINARY },
}

type Size = { connections: number; seconds: number }
type Round = Awaited<ReturnType<typeof takeTurn>>

/** A calm while, then as long a one under attack. */
async function takeTurn(url: string, { options, calm: ordinary }: Attack, size: Size) {
  const others = ordinary && slowhttptest(url, ordinary, size)
  const calm = await publicP99(url, pause(size.seconds * 1_000))
  await others
  const attack = slowhttptest(url, options, size)
  return { calm, under: await publicP99(url, attack), ...(await attack) }
}

function slowhttptest(url: string, options: string[], { connections, seconds }: Size) {
  const at = options.indexOf('-u')
  const path = at < 0 ? '/home' : (options[at + 1] ?? '/')
  const others = at < 0 ? options : options.toSpliced(at, 2)
  // In life they have processors of their own.
  const child = spawn('nice', [
    '-n',
    '19',
    'slowhttptest',
    ...others,
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
    `${url}${path}`,
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
