import type { QueueState } from '@awards/shared/domain'

/** The parts of a juror's list. An entry that was given back is in none: it is no longer the juror's to read. */
export const LISTED_STATES = ['todo', 'draft', 'done'] as const satisfies readonly QueueState[]
