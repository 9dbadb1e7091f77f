import {
  FAILURE_FIGURES,
  JUDGED_VITALS,
  MIN_STEP_MINUTES,
  ROLLOUT_STEPS,
  type FailureFigure,
  type Finding,
  type JudgedVital,
  type RolloutStep,
  type Verdict,
} from '@awards/shared/releases'
import {
  countOf,
  exactFailureTest,
  p75Class,
  rankTest,
  speedOfClass,
  type Histogram,
  logEvidence,
  type Stratum,
} from './step-tests.ts'

/** What one release did in one minute. */
export type Counts = Readonly<Record<FailureFigure | 'views' | 'loads' | 'renders', number>>

export const NO_COUNTS: Counts = {
  views: 0,
  loads: 0,
  renders: 0,
  failed_views: 0,
  failed_loads: 0,
  error_views: 0,
  api_failed_views: 0,
  failed_renders: 0,
}

/** The same minute of both releases. */
export type Minute = { readonly canary: Counts; readonly baseline: Counts }

export type StepVitals = Readonly<
  Record<JudgedVital, { readonly canary: Histogram; readonly baseline: Histogram }>
>

/** What is known of a rollout: whole minutes alone, since failures of a minute arrive within it. */
export type History = {
  readonly traffic: RolloutStep
  readonly minViews: number
  /** Minutes of the steps before. */
  readonly earlier: readonly Minute[]
  /** Minutes of this step. */
  readonly step: readonly Minute[]
  /** Speed in this step. */
  readonly vitals: StepVitals
}

/** Chance that the sequential test ever stops an equal release, in the whole rollout. */
const SEQUENTIAL_ALPHA = 0.006
/** Chance that the exact test at the end of a step stops an equal release. */
const STEP_ALPHA = 0.005
/** The same of each vital. */
const VITAL_ALPHA = 0.0005
/** A slower release is stopped only if somebody would notice: p75 more than a tenth above. */
const NOTICEABLE = 1.1
/** Failures of the canary that a stop needs: a network tells of one, and does not decide alone. */
const MIN_FAILURES = 2
/** Visits on each side from which the rank test's normal approximation holds. */
const MIN_MEASURED = 30

/** Denominator of each failure, and its part of the two levels above. Failed views hold all kinds, hence most. */
const FIGURES: Readonly<
  Record<FailureFigure, { of: 'views' | 'loads' | 'renders'; weight: number }>
> = {
  failed_views: { of: 'views', weight: 0.8 },
  failed_loads: { of: 'loads', weight: 0.05 },
  error_views: { of: 'views', weight: 0.05 },
  api_failed_views: { of: 'views', weight: 0.05 },
  failed_renders: { of: 'renders', weight: 0.05 },
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

const strataOf = (figure: FailureFigure, minutes: readonly Minute[]): Stratum[] =>
  minutes.map(({ canary, baseline }) => ({
    canary: canary[FIGURES[figure].of],
    baseline: baseline[FIGURES[figure].of],
    canaryFailures: canary[figure],
    baselineFailures: baseline[figure],
  }))

const failuresOf = (strata: readonly Stratum[]) =>
  sum(strata.map(({ canaryFailures }) => canaryFailures))

const rate = (failures: number, count: number) => (count > 0 ? failures / count : null)

const milliseconds = (of: number | undefined) =>
  of === undefined ? null : Math.round(speedOfClass(of))

/** Shares and counts of both sides over the minutes of this step. */
function sidesOf(strata: readonly Stratum[]) {
  const canary_count = sum(strata.map(({ canary }) => canary))
  const baseline_count = sum(strata.map(({ baseline }) => baseline))
  return {
    canary: rate(failuresOf(strata), canary_count),
    baseline: rate(sum(strata.map(({ baselineFailures }) => baselineFailures)), baseline_count),
    canary_count,
    baseline_count,
  }
}

function sequentialFinding(figure: FailureFigure, { earlier, step }: History): Finding {
  const limit = 1 / (SEQUENTIAL_ALPHA * FIGURES[figure].weight)
  const strata = strataOf(figure, [...earlier, ...step])
  const log = logEvidence(strata)
  // Beyond this a double would be infinite, which JSON does not know.
  const evidence = Math.exp(Math.min(log, 300))
  const sides = sidesOf(strataOf(figure, step))
  const stops = evidence >= limit && failuresOf(strata) >= MIN_FAILURES
  return { figure, test: 'sequential', ...sides, evidence, limit, stops }
}

function exactFinding(figure: FailureFigure, { step }: History): Finding {
  const limit = STEP_ALPHA * FIGURES[figure].weight
  const strata = strataOf(figure, step)
  const evidence = exactFailureTest(strata)
  const stops = evidence < limit && failuresOf(strata) >= MIN_FAILURES
  return { figure, test: 'exact', ...sidesOf(strata), evidence, limit, stops }
}

function vitalFinding(figure: JudgedVital, { vitals }: History): Finding {
  const { canary, baseline } = vitals[figure]
  const [slow, usual] = [p75Class(canary), p75Class(baseline)]
  const [canary_count, baseline_count] = [countOf(canary), countOf(baseline)]
  const isKnown = Math.min(canary_count, baseline_count) >= MIN_MEASURED
  const evidence = isKnown ? rankTest(canary, baseline) : null
  const isNoticeable =
    slow !== undefined &&
    usual !== undefined &&
    speedOfClass(slow) > speedOfClass(usual) * NOTICEABLE
  const stops = evidence !== null && evidence < VITAL_ALPHA && isNoticeable
  return {
    figure,
    test: 'rank',
    canary: milliseconds(slow),
    baseline: milliseconds(usual),
    canary_count,
    baseline_count,
    evidence,
    limit: VITAL_ALPHA,
    stops,
  }
}

/** Views that both releases need in a step. */
export const viewsNeeded = (traffic: RolloutStep, minViews: number): number =>
  traffic === ROLLOUT_STEPS[0] ? Math.ceil(minViews / 10) : minViews

/**
 * Decides about the present step of a rollout. Failures stop it at any minute; at the end of the step, after two minutes
 * and enough views, a sharper test of failures and the ranks of LCP and INP decide once whether it advances.
 */
export function judge(history: History): Verdict {
  const { step, traffic, minViews } = history
  const views = sum(step.map(({ canary }) => canary.views))
  const beside = sum(step.map(({ baseline }) => baseline.views))
  const needed_views = viewsNeeded(traffic, minViews)
  const facts = { minutes: step.length, views, needed_views }
  const sequential = FAILURE_FIGURES.map((figure) => sequentialFinding(figure, history))
  const stops = (findings: readonly Finding[]) => findings.some((one) => one.stops)
  if (stops(sequential)) {
    return { verdict: 'stop', reason: 'failures', ...facts, findings: sequential }
  }
  if (step.length < MIN_STEP_MINUTES) {
    return { verdict: 'hold', reason: 'too_short', ...facts, findings: sequential }
  }
  if (Math.min(views, beside) < needed_views) {
    return { verdict: 'hold', reason: 'too_few_views', ...facts, findings: sequential }
  }
  const exact = FAILURE_FIGURES.map((figure) => exactFinding(figure, history))
  const vitals = JUDGED_VITALS.map((vital) => vitalFinding(vital, history))
  const findings = [...exact, ...vitals]
  if (stops(exact)) return { verdict: 'stop', reason: 'failures', ...facts, findings }
  if (stops(vitals)) return { verdict: 'stop', reason: 'slower', ...facts, findings }
  return { verdict: 'advance', reason: 'no_difference', ...facts, findings }
}
