import {
  DIVERGENCE,
  ENTRY_STATUS,
  PHASES,
  QUORUM,
  type Capability,
  type JuryLevel,
  type PhaseCapabilities,
  type Stage,
} from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'

/** Levels that score; the chair (level 1) does not. */
export type ScoringLevel = keyof typeof QUORUM

/** The entries that a juror may see; `jury-scope.repository.ts` turns it into SQL. */
export type JuryScope = {
  readonly kind: 'panel' | 'assigned' | 'second_level'
  readonly juror_id: string
  readonly category_ids: readonly string[]
  readonly statuses: readonly number[]
  /** Includes entries with a revoked award, read-only. */
  readonly seesRevoked?: boolean
}

const S = ENTRY_STATUS
const JUDGED = [S.in_judging, S.decided, S.awarded, S.not_awarded]
const REGISTERED = [S.registered, S.correction_requested, S.admitted, ...JUDGED]

export const noSeat = () =>
  new BusinessError(403, 'Your account has no seat on the jury. Ask the organiser.', {
    reason: 'NO_SEAT',
  })

/** The entries that a juror may see and act on. The only place that decides it; throws 403 without a seat, 423 before the agreement. */
export function scopeOf(actor: Actor): JuryScope {
  const { juror, identity } = actor
  if (!juror || identity === 0) throw noSeat()
  requireAgreement(juror)
  const seat = { juror_id: juror.id, category_ids: juror.category_ids }
  if (identity === 2) return { ...seat, kind: 'assigned', statuses: JUDGED }
  if (identity === 3) return { ...seat, kind: 'second_level', statuses: JUDGED }
  // Only fee managers see unpaid entries.
  const statuses = has(actor, 'can_manage_fees') ? [S.submitted, ...REGISTERED] : REGISTERED
  return { ...seat, kind: 'panel', statuses }
}

/** The read-only scope: `scopeOf`, for the chair with revoked awards. */
export function viewOf(actor: Actor): JuryScope {
  const scope = scopeOf(actor)
  return scope.kind === 'panel' ? { ...scope, seesRevoked: true } : scope
}

/** Throws 423 until the juror has signed the agreement in force. */
export function requireAgreement({ agreement_signed }: NonNullable<Actor['juror']>) {
  if (agreement_signed) return
  throw new BusinessError(
    423,
    'Sign the agreement of the jury first. Entries are shown to you after that.',
    { reason: 'AGREEMENT' },
  )
}

export const has = (actor: Actor, capability: Capability): boolean =>
  actor.juror?.capabilities.includes(capability) ?? false

/** The level at which an identity 2 or 3 user scores. */
export const scoringLevelOf = (actor: Actor): ScoringLevel => (actor.identity === 3 ? 3 : 2)

/** The level whose quorum and figures the chair's table uses: the second from its scoring on. */
export const tableLevelOf = (phase: number): ScoringLevel =>
  phase >= PHASES.second_level_scoring ? 3 : 2

export const outOfScope = () =>
  new BusinessError(
    403,
    'This entry is not on your list. Go back to the list and choose another.',
    {
      reason: 'OUT_OF_SCOPE',
    },
  )

const wrongPhase = (msg: string) => new BusinessError(423, msg, { reason: 'PHASE' })

export function requireScoring({ can_score_levels }: PhaseCapabilities, level: ScoringLevel) {
  if (!can_score_levels.includes(level)) {
    throw wrongPhase(
      'Scores are not taken in the present phase. Your draft has been kept as it was.',
    )
  }
}

export function requireAwarding({ can_award_levels }: PhaseCapabilities, level: JuryLevel) {
  if (!can_award_levels.includes(level)) {
    throw wrongPhase(
      'Decisions are not taken in the present phase. Look at the calendar of phases.',
    )
  }
}

export function requireAssigning({ can_assign }: PhaseCapabilities) {
  if (!can_assign) {
    throw wrongPhase(
      'Jurors are not assigned in the present phase. Look at the calendar of phases.',
    )
  }
}

/**
 * Throws 423 unless jurors of the level may be assigned: in every phase in which the level scores, else level 2 up
 * to the first-level awarding and level 3 from then on.
 */
export function requireSeatsOf(level: ScoringLevel, { phase, capabilities }: Stage) {
  const isLate = phase >= PHASES.first_level_awarding
  const isEarly = phase <= PHASES.first_level_awarding
  if (capabilities.can_score_levels.includes(level) || (level === 3 ? isLate : isEarly)) return
  throw wrongPhase(
    'Jurors of this level are not assigned in the present phase. Look at the calendar of phases.',
  )
}

export function requirePublishing({ can_publish }: PhaseCapabilities) {
  if (!can_publish) {
    throw wrongPhase('Results are published once the decisions are frozen. Change the phase first.')
  }
}

/** True if the phase lets a juror see the other jurors' scores. */
export function seesOthers(
  { see_other_scores: rule }: PhaseCapabilities,
  hasOwnScore: boolean,
): boolean {
  return rule === 'always' || (rule === 'after_own' && hasOwnScore)
}

export const quorumMissing = (votes: number, level: ScoringLevel) =>
  new BusinessError(
    409,
    'This entry has too few scores for a decision. Assign another juror, or wait for the others.',
    { reason: 'QUORUM', votes, quorum: QUORUM[level] },
  )

export const divergent = () =>
  new BusinessError(
    409,
    'The jurors disagree too much. Assign one more, or close the discussion with a reason.',
    { reason: 'DIVERGENCE', limit: DIVERGENCE },
  )

export const staleVersion = (version: number) =>
  new BusinessError(
    409,
    'This has changed in the meantime. Look at the new state, then try again.',
    {
      reason: 'VERSION',
      version,
    },
  )
