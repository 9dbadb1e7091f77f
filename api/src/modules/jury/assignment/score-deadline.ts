import { capabilitiesOf } from '@awards/shared/domain'
import type { ScoringLevel } from '../jury.policy.ts'
import type { ScoringPhase } from './workload.repository.ts'

/**
 * The phase that a level of the jury works towards: the present one where it takes the level's scores, else the next
 * that does. Undefined where scoring is over for the level. The end of another level's phase is nobody's deadline.
 */
export function scoringPhaseOf(
  phases: readonly ScoringPhase[],
  level: ScoringLevel,
  now: Date,
): ScoringPhase | undefined {
  const scores = ({ phase, capabilities }: ScoringPhase) =>
    capabilitiesOf(phase, capabilities).can_score_levels.includes(level)
  const forced = phases.find(({ is_forced }) => is_forced)
  const present =
    forced ?? phases.find(({ starts_at, ends_at }) => starts_at <= now && now < ends_at)
  if (present && scores(present)) return present
  return phases.find(
    (one) => scores(one) && one.ends_at > now && (!forced || one.starts_at > forced.starts_at),
  )
}

/** When the scores of a level are due; undefined where there is no such moment ahead. */
export function scoreDeadline(
  phases: readonly ScoringPhase[],
  level: ScoringLevel,
  now: Date,
): Date | undefined {
  const end = scoringPhaseOf(phases, level, now)?.ends_at
  return end && end > now ? end : undefined
}
