import { Gauge, type Registry } from 'prom-client'
import { DEVICES, VITALS } from '@awards/shared/releases'
import { poolOf } from '../db/database.ts'
import {
  summarise,
  vitalsRepository,
  type VitalCount,
} from '../../../platform/src/reports/vitals.repository.ts'
import type { AppContext } from '../start/app-context.ts'
import { siteStateRepository, type JobState, type SiteState } from './site-state.repository.ts'
import { DAY_MS } from '../lib/time.ts'

/** 75th percentile of web vitals over all routes. */
const vitalGauge = (registry: Registry) =>
  new Gauge({
    name: 'awards_web_vitals_p75',
    help: 'What three of four visits of today and yesterday stayed below: seconds, CLS without a unit',
    labelNames: ['metric', 'device'],
    registers: [registry],
  })

/** Sets the gauge for each metric and device with data. */
function setVitals(gauge: Gauge, counts: readonly VitalCount[]) {
  gauge.reset()
  for (const metric of VITALS) {
    for (const device of DEVICES) {
      const own = counts.filter((one) => one.metric === metric && one.device === device)
      // Milliseconds, and CLS in thousandths.
      if (own.length > 0) gauge.set({ metric, device }, summarise(metric, own).p75 / 1_000)
    }
  }
}

/** Minimum time between queries, regardless of the scrape interval. */
const CACHE_MS = 5_000

type Snapshot = {
  at: number
  site: SiteState
  jobs: readonly JobState[]
  vitals: readonly VitalCount[]
}

const SITE_GAUGES = {
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

const JOB_GAUGES = {
  due: 'Jobs that could run now',
  running: 'Jobs that some process is doing',
  failing: 'Jobs that failed and are tried again',
  age: 'How late the oldest due job is, in seconds',
} as const satisfies Record<Exclude<keyof JobState, 'name'>, string>

/** Gauges read at each scrape: connection pool of this process, and queues and web vitals of the site. */
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
  const siteMetrics = gauges('awards', SITE_GAUGES, registry, [])
  const vitalsGauge = vitalGauge(registry)
  const jobGauges = gauges('awards_jobs', JOB_GAUGES, registry, ['job'])

  let reading: Promise<Snapshot> | undefined
  let snapshot: Snapshot | undefined

  async function readSnapshot(): Promise<Snapshot> {
    const now = clock()
    const yesterday = new Date(now.getTime() - DAY_MS)
    const [site, jobs, vitals] = await Promise.all([
      state.site(now),
      state.jobs(now),
      vitalsRepository(db).since(yesterday),
    ])
    return (snapshot = { at: performance.now(), site, jobs, vitals })
  }

  /** Updates the gauges; removes their values while the database is down. */
  return async function refresh() {
    if (snapshot && performance.now() - snapshot.at < CACHE_MS) return
    reading ??= readSnapshot().finally(() => (reading = undefined))
    // Drops jobs that have no rows any more.
    for (const gauge of Object.values(jobGauges)) gauge.reset()
    try {
      const { site, jobs, vitals } = await reading
      setVitals(vitalsGauge, vitals)
      isUp.set(1)
      for (const key of keysOf(SITE_GAUGES)) siteMetrics[key].set(site[key])
      for (const { name: job, ...counts } of jobs) {
        for (const key of keysOf(JOB_GAUGES)) jobGauges[key].set({ job }, counts[key])
      }
    } catch (error) {
      snapshot = undefined
      isUp.set(0)
      for (const gauge of Object.values(siteMetrics)) gauge.remove()
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
  const entries = keysOf(helps).map((key) => {
    const unit = key.endsWith('age') ? '_seconds' : ''
    const name = `${prefix}_${key}${unit}`
    return [key, new Gauge({ name, help: helps[key], labelNames, registers: [registry] })]
  })
  return Object.fromEntries(entries) as Record<K, Gauge>
}
