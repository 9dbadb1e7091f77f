import type { Progress } from '@awards/shared/contract'

export const QUEUE_PAGE_SIZE = 12

/** How far a juror can be with an entry. */
export const STATES = ['todo', 'draft', 'done', 'recused'] as const
export type QueueState = (typeof STATES)[number]

/** A state from the address, or undefined for anything else. */
export const asState = (value: string | undefined): QueueState | undefined =>
  STATES.find((state) => state === value)

/** Entries that wait for a first mark. */
export const leftOf = ({ assigned, submitted, draft, abstained }: Progress): number =>
  Math.max(0, assigned - submitted - draft - abstained)
