import {
  ROLLOUT_STEPS,
  type Canary,
  type Deployment,
  type DeployedVersion,
  type Verdict,
  type JudgedVital,
  type RolloutStep,
} from '@awards/shared/releases'
import type { Db } from '../../../../api/src/db/database.ts'
import type { AppContext } from '../../../../api/src/start/app-context.ts'
import {
  minuteOf,
  releaseFiguresRepository,
  type MinuteRow,
} from '../../reports/release-figures.repository.ts'
import { channelsRepository } from '../channels.repository.ts'
import { deploymentService } from '../deployment.service.ts'
import {
  judge,
  NO_COUNTS,
  type Counts,
  type History,
  type Minute,
  type StepVitals,
} from './judge.ts'
import { deliverNotices, noteRollout, findingText } from './notices.service.ts'
import { rolloutsRepository, type StoredRollout } from './rollouts.repository.ts'

/** Actor in the audit log of what the judge does. */
const JUDGE = 'canary'
const JUDGE_SECONDS = 60
const NOTICE_SECONDS = 5
/** Several sites of one registry have a judge each: the first one judges the minute. */
const JUDGED_ONCE_MS = 45_000

/** Begins the rollout of a deployment with two versions; in the transaction that made the deployment. */
export async function startRollout(
  trx: Db,
  { channel, name, revision, versions }: Deployment,
  { canary, by, now }: { canary: Canary; by: string; now: Date },
) {
  const version = versions.find((one) => !one.default)?.version ?? ''
  const baseline = versions.find((one) => one.default)?.version ?? ''
  const { min_views } = canary
  const [traffic] = ROLLOUT_STEPS
  const started = { channel, name, version, baseline, traffic, min_views, revision }
  await rolloutsRepository(trx).start({ ...started, started_by: by }, now)
}

/**
 * Mounts the jobs that judge the running rollouts each minute and tell their owners, whose receivers may hang. One
 * process at a time runs them.
 */
export function rollouts(context: AppContext) {
  context.jobs.every('registry-rollouts', JUDGE_SECONDS, () => judgeRollouts(context))
  const deliver = () => deliverNotices(context)
  context.jobs.every('registry-notices', NOTICE_SECONDS, deliver, { lane: 'notices' })
}

/** Judges every running rollout; one that cannot be judged does not keep the others. */
export async function judgeRollouts(context: AppContext) {
  for (const { id, name } of await rolloutsRepository(context.registryDb).running()) {
    await judgeRollout(context, id).catch((error: unknown) => {
      context.log.error('rollout.not_judged', { remote: name, error })
    })
  }
}

async function judgeRollout(context: AppContext, id: string) {
  const { registryDb, clock, log } = context
  const known = await rolloutsRepository(registryDb).findRunning(id)
  if (!known) return
  await deploymentService(context).withChannelLock(known.channel, async (trx) => {
    // Read again under the lock: somebody may have promoted, or another machine judged.
    const rollout = await rolloutsRepository(trx).findRunning(id)
    const now = clock()
    if (!rollout || wasJustJudged(rollout, now)) return
    const current = await channelsRepository(trx).deployment(rollout.channel, rollout.name)
    if (current.revision !== rollout.revision) {
      await rolloutsRepository(trx).replaceRunning(rollout.channel, rollout.name)
      return
    }
    const verdict = judge(await rolloutHistory(trx, rollout, now))
    await rolloutsRepository(trx).judged(id, now, verdict)
    const { name, version, channel } = rollout
    log.info('rollout.judged', { remote: name, version, channel, ...summary(verdict) })
    if (verdict.verdict === 'advance') await advance(context, trx, { rollout, current, verdict })
    if (verdict.verdict === 'stop') await stop(context, trx, { rollout, current, verdict })
  })
}

const wasJustJudged = ({ judged_at }: StoredRollout, now: Date) =>
  judged_at !== null && now.getTime() - Date.parse(judged_at) < JUDGED_ONCE_MS

const summary = ({ verdict, reason, views, needed_views }: Verdict) => ({
  verdict,
  reason,
  views,
  needed_views,
})

type Judged = { rollout: StoredRollout; current: Deployment; verdict: Verdict }

/** Gives the next step its traffic; after the last one everybody has the release, with the one before behind it. */
async function advance(context: AppContext, trx: Db, { rollout, current, verdict }: Judged) {
  const { id, version, baseline, traffic } = rollout
  const next = ROLLOUT_STEPS.find((step) => step > traffic)
  const share = next ?? 100
  const versions: DeployedVersion[] = [
    { version, traffic: share, default: false },
    { version: baseline, traffic: 100 - share, default: true },
  ]
  const reason = `no difference in ${verdict.views} views at ${traffic} %`
  const change = { versions, reason, by: JUDGE, action: 'advance', detail: { verdict } } as const
  const { revision } = await deploymentService(context).apply(trx, current, change)
  const state = next ? 'running' : 'done'
  const step_since = context.clock()
  await rolloutsRepository(trx).step(id, { traffic: share, revision, step_since, state })
  if (!next) await noteRollout(context, trx, { rollout, verdict, kind: 'release.completed' })
}

/** Puts the traffic back to the release before, withdraws the new one from open tabs, and tells the owner. */
async function stop(context: AppContext, trx: Db, { rollout, current, verdict }: Judged) {
  const { id, baseline, traffic, step_since } = rollout
  const versions: DeployedVersion[] = [{ version: baseline, traffic: 100, default: true }]
  const { revision } = await deploymentService(context).apply(trx, current, {
    versions,
    reason: reasonOf(verdict),
    by: JUDGE,
    action: 'stop',
    detail: { verdict },
    isRollback: true,
  })
  const since = new Date(step_since)
  const stopped = { traffic, revision, step_since: since, state: 'stopped' } as const
  await rolloutsRepository(trx).step(id, stopped)
  await noteRollout(context, trx, { rollout, verdict, kind: 'release.stopped' })
}

/** Why a release was stopped, with the figures that decided. */
const reasonOf = ({ findings }: Verdict): string =>
  findings
    .filter(({ stops }) => stops)
    .map(findingText)
    .join('; ')

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

/** Reads what the judge compares: whole minutes since the rollout began, and the speed of the present step. */
async function rolloutHistory(db: Db, rollout: StoredRollout, now: Date): Promise<History> {
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
