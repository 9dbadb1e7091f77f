import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { askOf } from '../e2e/src/crash/ask.ts'
import { databaseUrl } from '../e2e/src/harness/database.ts'
import { rushLog } from '../tools/drills/rush-log.ts'
import { cameraPictures } from '../tools/drills/rush-pictures.ts'
import { plantScene } from '../tools/drills/rush-scene.ts'
import { benchSite } from './common/bench-site.ts'
import { median, quantile, round, spread } from './common/figures.ts'
import { cpuOfFamily } from './common/processes.ts'
import { isQuick, keep, numbers, type Figure } from './common/results.ts'
import { handIn } from './rush-entrant.ts'

// The drill's entrants at full speed: each signs in, drafts, saves, uploads five photographs and hands in, as
// soon as the answer before is there; in turns with the least that could take the same calls, and with the same
// that also writes each picture anew, as nobody may publish one that he has not decoded.
const ENTRANTS = isQuick ? 5 : 40
const PICTURES = 5
const ROUNDS = Number(numbers[0] ?? (isQuick ? 1 : 3))
/** So many at a time keep the processors of the machine busy; more would only wait for one another. */
const AT_ONCE = 4
const BARS = { throughput: 0.5, save_ms: 300, failures: 0 }
/** A site that spends less than this share of a processor, each time it is looked at, has nothing left to do. */
const IDLE = { share: 0.05, look_ms: 1_000, looks: 3, limit_ms: 900_000 }

const site = await benchSite({ LOG_LEVEL: 'error' })
const pid = site.process.pid ?? 0
const folder = join(site.dataDir, 'floor')
mkdirSync(folder)
const database = databaseUrl(site)
const floorOf = (...more: string[]) =>
  fork(join(import.meta.dirname, 'rush-floor.ts'), [database, folder, ...more])
const floors = { floor: floorOf(), sizes: floorOf('sizes') }

/** Waits until the site has done what uploads leave to the background; gives the seconds. */
async function idle(): Promise<number> {
  const begin = performance.now()
  for (let quiet = 0; quiet < IDLE.looks;) {
    const [since, cpu] = [performance.now(), cpuOfFamily(pid)]
    await pause(IDLE.look_ms)
    const share = (cpuOfFamily(pid) - cpu) / (performance.now() - since)
    quiet = share < IDLE.share ? quiet + 1 : 0
    if (performance.now() - begin > IDLE.limit_ms) throw new Error('The site does not come to rest')
  }
  return (performance.now() - begin) / 1_000
}

try {
  const addressOf = async (child: ChildProcess) =>
    `http://127.0.0.1:${((await once(child, 'message')) as [number])[0]}`
  const [floor, sizes] = await Promise.all(Object.values(floors).map(addressOf))
  const urls = { site: site.url, floor: floor ?? '', sizes: sizes ?? '' }
  const scene = await plantScene(database, ENTRANTS * (ROUNDS + 1), 0)
  const views = await cameraPictures(PICTURES)
  const logOf = (url: string) => rushLog(askOf({ url }))
  const logs = { site: logOf(urls.site), floor: logOf(urls.floor), sizes: logOf(urls.sizes) }
  const failures = { site: 0, floor: 0, sizes: 0 }

  /** Entries that were handed in, for each second. */
  async function rush(side: keyof typeof urls, turn: number): Promise<number> {
    const waiting = Array.from({ length: ENTRANTS }, (_, index) => turn * ENTRANTS + index)
    const begin = performance.now()
    const work = async () => {
      for (let person = waiting.pop(); person !== undefined; person = waiting.pop()) {
        const email = scene.emails[person] ?? ''
        const pictures = views.ofOne(person)
        const given = { url: urls[side], email, scene, pictures, log: logs[side] }
        await handIn(given).catch((error: unknown) => {
          failures[side] += 1
          console.error(side, email, String(error))
        })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return ENTRANTS / ((performance.now() - begin) / 1_000)
  }

  const runs = { site: [] as number[], floor: [] as number[], sizes: [] as number[] }
  const rests: number[] = []
  await idle()
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const sides = ['site', 'floor', 'sizes'] as const
    for (const side of turn % 2 ? sides.toReversed() : sides) {
      runs[side].push(await rush(side, turn))
      if (side === 'site') rests.push(await idle())
    }
  }
  // A floor that refuses is no floor.
  if (failures.floor + failures.sizes > 0) throw new Error('Not everybody could hand in at a floor')
  const saves = logs.site.saves([])
  const one = (name: string, value: number, unit: string, limit: number): Figure => ({
    ...{ bar: 'P10', name, value, unit, limit },
  })
  const least = (name: string, other: number[], unit: string): Figure => ({
    ...one(name, median(runs.site) / median(other), unit, BARS.throughput),
    isLeast: true,
  })
  const each = <T>(of: (side: keyof typeof urls) => T) => ({
    ...{ site: of('site'), floor: of('floor'), sizes: of('sizes') },
  })
  keep(
    'rush',
    [
      least('entries handed in', runs.floor, '× Fastify with one query a call'),
      least('entries handed in', runs.sizes, '× the same that writes the pictures anew'),
      one('95 of 100 saves', quantile(saves, 0.95), 'ms', BARS.save_ms),
      one('entrants who failed', failures.site, `of ${ENTRANTS * ROUNDS}`, BARS.failures),
    ],
    {
      ...{ entrants: ENTRANTS, at_once: AT_ONCE, pictures: PICTURES, failures },
      picture_mb: round(views.megabytes),
      entries_per_second: each((side) => spread(runs[side])),
      save_ms: each((side) => round(median(logs[side].saves([])))),
      upload_ms: each((side) => round(median(logs[side].uploads([])))),
      seconds_until_the_site_rests: spread(rests),
    },
  )
} finally {
  for (const child of Object.values(floors)) child.disconnect()
  await site.stop()
  rmSync(site.dataDir, { recursive: true, force: true })
}
