import type { Machine } from '../machine.ts'

export const PHASES = {
  setup: 0,
  call_open: 1,
  admissibility: 2,
  first_level_scoring: 3,
  first_level_awarding: 4,
  second_level_scoring: 5,
  deliberation: 6,
  frozen_embargo: 7,
  published: 8,
  archived: 9,
} as const
export type Phase = (typeof PHASES)[keyof typeof PHASES]
export type PhaseName = keyof typeof PHASES
export const PHASE_IDS = Object.values(PHASES)

export type JuryLevel = 1 | 2 | 3

/** What a phase allows (domain page §2.5); a juror's rights are data of the phase. */
export type PhaseCapabilities = {
  readonly can_score_levels: readonly JuryLevel[]
  readonly can_award_levels: readonly JuryLevel[]
  readonly can_assign: boolean
  /** `identity` 1 sees full or blind sheets; the other two are always blind. */
  readonly blind_entrant: boolean
  readonly see_other_scores: 'never' | 'after_own' | 'always'
  readonly see_juror_names: boolean
  readonly entrants_can_edit: boolean
  readonly fee_open: boolean
  readonly can_publish: boolean
}

const CLOSED: PhaseCapabilities = {
  can_score_levels: [],
  can_award_levels: [],
  can_assign: false,
  blind_entrant: true,
  see_other_scores: 'never',
  see_juror_names: false,
  entrants_can_edit: false,
  fee_open: false,
  can_publish: false,
}

const NAMES = Object.keys(PHASES) as PhaseName[]

export const PHASE_CAPABILITIES: Readonly<Record<PhaseName, PhaseCapabilities>> = {
  setup: CLOSED,
  call_open: { ...CLOSED, entrants_can_edit: true, fee_open: true },
  admissibility: { ...CLOSED, can_assign: true, fee_open: true },
  first_level_scoring: {
    ...CLOSED,
    can_score_levels: [2],
    can_award_levels: [2],
    can_assign: true,
    see_other_scores: 'after_own',
  },
  first_level_awarding: {
    ...CLOSED,
    can_award_levels: [1, 2],
    can_assign: true,
    see_other_scores: 'after_own',
  },
  second_level_scoring: {
    ...CLOSED,
    can_score_levels: [3],
    can_assign: true,
    see_other_scores: 'after_own',
  },
  deliberation: {
    ...CLOSED,
    can_award_levels: [1, 3],
    see_other_scores: 'always',
    see_juror_names: true,
  },
  frozen_embargo: { ...CLOSED, can_publish: true, see_other_scores: 'always' },
  // What publication has left open is decided and published after the others.
  published: {
    ...CLOSED,
    can_award_levels: [1, 3],
    can_publish: true,
    blind_entrant: false,
    see_other_scores: 'always',
    see_juror_names: true,
  },
  archived: { ...CLOSED, blind_entrant: false, see_other_scores: 'always', see_juror_names: true },
}

/** Stable word of a phase. */
export const phaseName = (phase: Phase): PhaseName => NAMES[phase] ?? 'setup'

/** A phase of an edition with what it allows. */
export type Stage = { readonly phase: Phase; readonly capabilities: PhaseCapabilities }

/** What is allowed in `phase`: what its kind allows, and what the edition has changed of it. */
export const capabilitiesOf = (
  phase: Phase,
  changed: Partial<PhaseCapabilities> = {},
): PhaseCapabilities => ({ ...PHASE_CAPABILITIES[phaseName(phase)], ...changed })

export const DECISION_STATUS = {
  none: 0,
  recommended: 1,
  provisional: 2,
  confirmed: 3,
  declined: 4,
  published: 5,
  revoked: 6,
} as const
export type DecisionStatus = (typeof DECISION_STATUS)[keyof typeof DECISION_STATUS]

export type DecisionEvent =
  | 'recommend'
  | 'award'
  | 'confirm'
  | 'decline'
  | 'clear'
  | 'refuse'
  | 'publish'
  | 'revoke'

const D = DECISION_STATUS

/** Identity 2 recommends, identity 1 awards provisionally or decides on no award, identity 3 confirms or declines. */
export const DECISION_MACHINE: Machine<DecisionStatus, DecisionEvent> = {
  [D.none]: { recommend: D.recommended, award: D.provisional, refuse: D.declined },
  [D.recommended]: {
    recommend: D.recommended,
    award: D.provisional,
    clear: D.none,
    refuse: D.declined,
  },
  [D.provisional]: {
    award: D.provisional,
    confirm: D.confirmed,
    decline: D.declined,
    clear: D.none,
    refuse: D.declined,
  },
  [D.confirmed]: { decline: D.declined, publish: D.published },
  [D.declined]: { award: D.provisional, confirm: D.confirmed },
  [D.published]: { revoke: D.revoked },
  [D.revoked]: {},
}

export const ASSIGNMENT_STATUS = {
  assigned: 0,
  opened: 1,
  draft: 2,
  submitted: 3,
  abstained: 4,
  recused: 5,
  removed: 6,
} as const
export type AssignmentStatus = (typeof ASSIGNMENT_STATUS)[keyof typeof ASSIGNMENT_STATUS]

export type AssignmentEvent =
  | 'open'
  | 'save_draft'
  | 'submit'
  | 'reopen'
  | 'abstain'
  | 'recuse'
  | 'remove'
  | 'assign_again'

const A = ASSIGNMENT_STATUS

/**
 * A submitted score can be submitted again while the phase lasts, and taken back in the moment after;
 * a recusal is final here.
 */
export const ASSIGNMENT_MACHINE: Machine<AssignmentStatus, AssignmentEvent> = {
  [A.assigned]: {
    open: A.opened,
    save_draft: A.draft,
    submit: A.submitted,
    abstain: A.abstained,
    recuse: A.recused,
    remove: A.removed,
  },
  [A.opened]: {
    open: A.opened,
    save_draft: A.draft,
    submit: A.submitted,
    abstain: A.abstained,
    recuse: A.recused,
    remove: A.removed,
  },
  [A.draft]: {
    save_draft: A.draft,
    submit: A.submitted,
    abstain: A.abstained,
    recuse: A.recused,
    remove: A.removed,
  },
  [A.submitted]: { submit: A.submitted, reopen: A.draft, recuse: A.recused },
  [A.abstained]: { save_draft: A.draft, submit: A.submitted, recuse: A.recused, remove: A.removed },
  [A.recused]: {},
  [A.removed]: { assign_again: A.assigned },
}

/** Assignments by which a juror still sees the entry. */
export const LIVE_ASSIGNMENTS: readonly AssignmentStatus[] = [
  A.assigned,
  A.opened,
  A.draft,
  A.submitted,
  A.abstained,
]

export type PhaseSpan = {
  readonly phase: number
  readonly starts_at: Date
  readonly ends_at: Date
  readonly is_forced: boolean
}

/**
 * The current one of an edition's phases, which are in the order of their dates: the one set by hand, else the phase of
 * the date, else the last one that ended; undefined before the first. Publication ends the embargo, no date does: until
 * then the embargo goes on, so that the chair who may still decide learns no name of an entrant or a juror.
 */
export function currentPhase<Span extends PhaseSpan>(
  phases: readonly Span[],
  now: Date,
  isPublished: boolean,
): Span | undefined {
  const forced = phases.find(({ is_forced }) => is_forced)
  if (forced) return forced
  const dated =
    phases.find(({ starts_at, ends_at }) => starts_at <= now && now < ends_at) ??
    phases.filter(({ ends_at }) => ends_at <= now).at(-1)
  if (!dated || isPublished || dated.phase < PHASES.published) return dated
  const embargo = phases.find(({ phase }) => phase === PHASES.frozen_embargo)
  return embargo ?? { ...dated, phase: PHASES.frozen_embargo, capabilities: {} }
}

/**
 * What the current phase of an edition allows at `now`, see `currentPhase`. A phase that has ended by its date stays current
 * until the next one begins, but takes no scores: mails and reminders have told jurors its end.
 */
export function capabilitiesAt(
  { phase, ends_at, is_forced, capabilities }: PhaseSpan & { readonly capabilities: unknown },
  now: Date,
): PhaseCapabilities {
  const allowed = capabilitiesOf(phase as Phase, capabilities as Partial<PhaseCapabilities>)
  return isPhaseOver({ ends_at, is_forced }, now) ? { ...allowed, can_score_levels: [] } : allowed
}

/** Whether the date of a phase has passed; one that was set by hand lasts until it is changed. */
export const isPhaseOver = (
  { ends_at, is_forced }: Pick<PhaseSpan, 'ends_at' | 'is_forced'>,
  now: Date,
): boolean => !is_forced && ends_at <= now
