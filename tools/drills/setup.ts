import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEMO_PASSWORD } from '../../e2e/src/harness/browser.ts'
import { databaseUrl } from '../../e2e/src/harness/database.ts'
import { demoData, loadDemoData, type Site } from '../../e2e/src/harness/site.ts'
import { mixedWorkload, type Target } from '../../ops/workload/workload.ts'
import type { WriteLog } from '../../ops/workload/write-log.ts'

/** A drill could not begin: its arguments are wrong, or a program or a right is missing. The message says which. */
export class UsageError extends Error {}

/** Parses options that are positive integers, e.g. `--kills 50`; missing ones get their default. */
export function numberOptions<Name extends string>(
  args: string[],
  defaults: Record<Name, number>,
): Record<Name, number> {
  const names = Object.keys(defaults) as Name[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const known = names.map((name) => `--${name} ${defaults[name]}`).join(' ')
  let values: Record<string, unknown>
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new UsageError(`${reason}. This drill takes: ${known || 'nothing'}`)
  }
  const chosen = { ...defaults }
  for (const name of names) {
    const given = values[name]
    if (given === undefined) continue
    if (!/^[1-9]\d{0,5}$/.test(String(given))) {
      throw new UsageError(`--${name} has to be a whole number above zero, not "${String(given)}".`)
    }
    chosen[name] = Number(given)
  }
  return chosen
}

/** Throws with the Debian package to install if a program is missing. */
export function requireProgram(name: string, packageName = name) {
  const { error } = spawnSync('which', [name], { stdio: 'ignore' })
  const isThere = !error && spawnSync('which', [name]).status === 0
  if (!isThere)
    throw new UsageError(`This drill needs ${name}. Install it: apt-get install ${packageName}`)
}

/** A data folder with the demo programme, copied from a template that is loaded once; both are removed at exit. */
export async function demoFolder(): Promise<string> {
  process.env['AWARDS_DEMO_DATA'] ??= await loadDemoData()
  return demoData()
}

/** Environment of each site: no background work, errors only in the log. */
export const QUIET_ENV = { PREPARE_AVIF: 'off', LOG_LEVEL: 'error' }

/** URLs of a site for the workload, with its database. */
export const targetOf = (site: Site): Target => ({
  url: site.url,
  wallet: site.wallet,
  mailbox: site.mailbox,
  database: databaseUrl(site),
})

/** The mixed workload for a site with the demo programme, not started yet. */
export const workloadOn = (site: Site) => mixedWorkload(targetOf(site), DEMO_PASSWORD)

/** Waits for `writes` more acknowledged writes, so that the workload runs or runs again. */
export async function underLoad(log: WriteLog, writes = 50) {
  const from = log.total()
  await until(() => log.total() >= from + writes, `${writes} writes are acknowledged`)
}

const POLL_MS = 50

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
export const milliseconds = (ms: number) => `${Math.round(ms)} ms`

/** Fixed duration of a phase, never negative; `until` waits for a condition. */
export const pause = (ms: number) => delay(Math.max(0, ms)).then(() => undefined)

/** Polls until a condition holds; throws after `ms`. */
export async function until(holds: () => Promise<boolean> | boolean, what: string, ms = 60_000) {
  const limit = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(`Waited too long until ${what}`)
    await delay(POLL_MS)
  }
}
