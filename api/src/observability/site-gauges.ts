import { Gauge, type Registry } from 'prom-client'
import { DEVICES, VITALS } from '@awards/shared/platform'
import { poolOf } from '../db/database.ts'
import {
  summarise,
  vitalsRepository,
  type VitalCount,
} from '../../../platform/src/reports/vitals.repository.ts'
import type { AppContext } from '../start/app-context.ts'
import { siteStateRepository, type JobState, type SiteState } from './site-state.repository.ts'

/** How fast pages were for visitors, all routes together. */
const vitalGauge = (registry: Registry) =>
  new Gauge({
    name: 'awards_web_vitals_p75',
    help: 'What three of four visits of today and yesterday stayed below: seconds, CLS without a unit',
    labelNames: ['metric', 'device'],
    registers: [registry],
  })

/** Shows what has been counted; of what nobody has told, nothing. */
function showVitals(gauge: Gauge, counts: readonly VitalCount[]) {
  gauge.reset()
  for (const metric of VITALS) {
    for (const device of DEVICES) {
      const own = counts.filter((one) => one.metric === metric && one.device === device)
      // Both are kept in thousandths.
      if (own.length > 0) gauge.set({ metric, device }, summarise(metric, own).p75 / 1_000)
    }
  }
}

/** However often it is asked, the database is asked no oftener. */
const FRESH_MS = 5_000
const DAY_MS = 86_400_000

type Snapshot = {
  at: number
  site: SiteState
  jobs: readonly JobState[]
  vitals: readonly VitalCount[]
}

const OF_SITE = {
  mails_waiting: 'Mails that have not left',
  mails_failing: 'Mails that were refused at least once and are tried again',
  mails_lost: 'Mails that were refused so often that nobody tries again',
  mail_age: 'Age of the oldest mail that waits, in seconds',
  payments_open: 'Orders that may still be paid',
  payments_late:
    'Open orders about which the payment service should have been asked two minutes ago',
  refunds_open: 'Refunds that are under way',
  alerts_open: 'Alerts on the page of payments that nobody has dealt with',
  audit_rows: 'Rows of the audit log',
  backup_age: 'Age of the newest backup, in seconds',
  backup_missing: 'Files that the newest backup did not find in the storage',
} as const satisfies Record<keyof SiteState, string>

const OF_JOBS = {
  due: 'Jobs that could run now',
  running: 'Jobs that some process is doing',
  failing: 'Jobs that failed and are tried again',
  age: 'How late the oldest due job is, in seconds',
} as const satisfies Record<Exclude<keyof JobState, 'name'>, string>

/** What is read at each look: the pool of this process, and what waits in the database of all. */
export function siteGauges(registry: Registry, context: AppContext) {
  const { db, clock, log } = context
  const registers = [registry]
  const state = siteStateRepository(db)
  const pool = poolOf(db)

  new Gauge({
    name: 'awards_pool_connections',
    help: 'Connections to the database: all that are open, idle ones, and questions that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const isUp = new Gauge({
    name: 'awards_database_up',
    help: '1 where the database has answered this look, else 0; what waits in it is then unknown',
    registers,
  })
  const ofSite = gauges('awards', OF_SITE, registry, [])
  const ofVitals = vitalGauge(registry)
  const ofJobs = gauges('awards_jobs', OF_JOBS, registry, ['job'])

  let last: Promise<Snapshot> | undefined
  let known: Snapshot | undefined

  async function look(): Promise<Snapshot> {
    const now = clock()
    const yesterday = new Date(now.getTime() - DAY_MS)
    const [site, jobs, vitals] = await Promise.all([
      state.site(now),
      state.jobs(now),
      vitalsRepository(db).since(yesterday),
    ])
    return (known = { at: performance.now(), site, jobs, vitals })
  }

  /** Brings the gauges up to date; without the database they say nothing. */
  return async function refresh() {
    if (known && performance.now() - known.at < FRESH_MS) return
    last ??= look().finally(() => (last = undefined))
    // A name of which no job is left is not shown any more.
    for (const gauge of Object.values(ofJobs)) gauge.reset()
    try {
      const { site, jobs, vitals } = await last
      showVitals(ofVitals, vitals)
      isUp.set(1)
      for (const key of keysOf(OF_SITE)) ofSite[key].set(site[key])
      for (const { name: job, ...counts } of jobs) {
        for (const key of keysOf(OF_JOBS)) ofJobs[key].set({ job }, counts[key])
      }
    } catch (error) {
      known = undefined
      isUp.set(0)
      for (const gauge of Object.values(ofSite)) gauge.remove()
      log.warn('metrics.database', { error })
    }
  }
}

const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T)[]

function gauges<K extends string>(
  prefix: string,
  helps: Readonly<Record<K, string>>,
  registry: Registry,
  labelNames: string[],
): Record<K, Gauge> {
  const made = keysOf(helps).map((key) => {
    const unit = key.endsWith('age') ? '_seconds' : ''
    const name = `${prefix}_${key}${unit}`
    return [key, new Gauge({ name, help: helps[key], labelNames, registers: [registry] })]
  })
  return Object.fromEntries(made) as Record<K, Gauge>
}
