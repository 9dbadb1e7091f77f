import { z } from 'zod'
import { ChannelName, RemoteId, Version } from './release.ts'

/** Percent of visitors at each step of a rollout that judges itself; after the last one everybody has the release. */
export const ROLLOUT_STEPS = [1, 10, 50] as const
export type RolloutStep = (typeof ROLLOUT_STEPS)[number]

/** Views of the new release that a step needs at least; the step of 1 % needs a tenth of it. */
export const MIN_STEP_VIEWS = 500
/** Whole minutes that a step lasts at least. */
export const MIN_STEP_MINUTES = 2

/**
 * Failures that the canary compares. A view that fails in several ways counts once in `failed_views`; the others say
 * in which way.
 */
export const FAILURE_FIGURES = [
  'failed_views',
  'failed_loads',
  'error_views',
  'api_failed_views',
  'failed_renders',
] as const
export type FailureFigure = (typeof FAILURE_FIGURES)[number]

/** Speed that the canary compares, at the 75th percentile. */
export const JUDGED_VITALS = ['LCP', 'INP'] as const
export type JudgedVital = (typeof JUDGED_VITALS)[number]

/** One comparison: share of failures (0 to 1) or milliseconds on both sides. `null` is not known, which is not 0. */
export const Finding = z.object({
  figure: z.enum([...FAILURE_FIGURES, ...JUDGED_VITALS]),
  test: z.enum(['sequential', 'exact', 'rank']),
  canary: z.number().nullable(),
  baseline: z.number().nullable(),
  /** Views, loads, renders or measured visits behind each side. */
  canary_count: z.int(),
  baseline_count: z.int(),
  /** Sequential: e-value, which stops from `limit` on. Exact and rank: p-value, which stops below `limit`. */
  evidence: z.number().nullable(),
  limit: z.number(),
  /** Whether this comparison alone stops the release. */
  stops: z.boolean(),
})
export type Finding = z.infer<typeof Finding>

export const VERDICTS = ['advance', 'hold', 'stop'] as const
export const VERDICT_REASONS = [
  'failures',
  'slower',
  'too_short',
  'too_few_views',
  'no_difference',
] as const

/** What the judge decided about one step of a rollout, with the figures that decided. */
export const Verdict = z.object({
  verdict: z.enum(VERDICTS),
  reason: z.enum(VERDICT_REASONS),
  minutes: z.int(),
  /** Views of the new release in this step, and those that it needs. */
  views: z.int(),
  needed_views: z.int(),
  findings: z.array(Finding),
})
export type Verdict = z.infer<typeof Verdict>

export const ROLLOUT_STATES = ['running', 'done', 'stopped', 'replaced'] as const

/** A canary that judges itself: the newest one of a remote in a channel. */
export const Rollout = z.object({
  id: z.string(),
  channel: ChannelName,
  name: RemoteId,
  version: Version,
  /** The release beside it, which gets the traffic back. */
  baseline: Version,
  /** `replaced`: somebody changed the deployment meanwhile. */
  state: z.enum(ROLLOUT_STATES),
  traffic: z.int(),
  min_views: z.int(),
  started_by: z.string(),
  started_at: z.iso.datetime(),
  step_since: z.iso.datetime(),
  judged_at: z.iso.datetime().nullable(),
  verdict: Verdict.nullable(),
})
export type Rollout = z.infer<typeof Rollout>

/** Answer of `GET` on the rollouts of a channel: the newest of each remote. */
export const Rollouts = z.array(Rollout)
