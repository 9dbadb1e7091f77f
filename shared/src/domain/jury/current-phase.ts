import { PHASES } from './review-phase.ts'

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
