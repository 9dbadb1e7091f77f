import type { Channel, JudgedVital, RolloutStep } from '@awards/shared/releases'
import type { Db } from '../../../../api/src/db/database.ts'
import {
  minuteOf,
  releaseFiguresRepository,
  type MinuteRow,
} from '../../reports/release-figures.repository.ts'
import { NO_COUNTS, type Counts, type History, type Minute, type StepVitals } from './judge.ts'

const MINUTE_MS = 60_000
/** Tabs send what happened within two seconds, the server its renders within five: a minute is then complete. */
const COMPLETE_AFTER_MS = 10_000

const isCounted = (figure: string): figure is keyof Counts => Object.hasOwn(NO_COUNTS, figure)

const nextMinute = (at: Date) => new Date(minuteOf(new Date(at.getTime() + MINUTE_MS - 1)))

const keyOf = (minute: number, version: string) => `${minute} ${version}`

/** Counts of each release in each minute; a rollout that holds has thousands of them. */
function countsByMinute(rows: readonly MinuteRow[]): ReadonlyMap<string, Counts> {
  const found = new Map<string, Counts>()
  for (const { minute, version, figure, count } of rows) {
    if (!isCounted(figure)) continue
    const key = keyOf(minute.getTime(), version)
    found.set(key, { ...NO_COUNTS, ...found.get(key), [figure]: count })
  }
  return found
}

/** One entry for each minute of the time, also for those in which nothing happened. */
function minutesBetween(
  counts: ReadonlyMap<string, Counts>,
  [from, until]: readonly [Date, Date],
  { version, baseline }: { version: string; baseline: string },
): Minute[] {
  const found: Minute[] = []
  for (let minute = from.getTime(); minute < until.getTime(); minute += MINUTE_MS) {
    found.push({
      canary: counts.get(keyOf(minute, version)) ?? NO_COUNTS,
      baseline: counts.get(keyOf(minute, baseline)) ?? NO_COUNTS,
    })
  }
  return found
}

type Step = {
  readonly channel: Channel
  readonly name: string
  readonly version: string
  readonly baseline: string
  readonly traffic: number
  readonly min_views: number
  readonly started_at: string
  readonly step_since: string
}

/** Reads what the judge compares: whole minutes since the rollout began, and the speed of the present step. */
export async function rolloutHistory(db: Db, rollout: Step, now: Date): Promise<History> {
  const { name, channel, version, baseline } = rollout
  const begin = nextMinute(new Date(rollout.started_at))
  const stepBegin = nextMinute(new Date(rollout.step_since))
  const end = minuteOf(new Date(now.getTime() - COMPLETE_AFTER_MS))
  const figures = releaseFiguresRepository(db)
  const counts = countsByMinute(await figures.byMinute(name, channel, begin, end))
  const speeds = await figures.speeds(name, channel, stepBegin, end)
  const histogram = (vital: JudgedVital, of: string) =>
    new Map(
      speeds
        .filter((row) => row.figure === vital && row.version === of)
        .map(({ part, count }) => [Number(part), count]),
    )
  const sides = (vital: JudgedVital) => ({
    canary: histogram(vital, version),
    baseline: histogram(vital, baseline),
  })
  const vitals: StepVitals = { LCP: sides('LCP'), INP: sides('INP') }
  const versions = { version, baseline }
  return {
    traffic: rollout.traffic as RolloutStep,
    minViews: rollout.min_views,
    earlier: minutesBetween(counts, [begin, stepBegin < end ? stepBegin : end], versions),
    step: minutesBetween(counts, [stepBegin, end], versions),
    vitals,
  }
}
