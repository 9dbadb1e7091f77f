export const QUEUE_PAGE_SIZE = 12

const STATES = ['todo', 'draft', 'done'] as const
export type QueueState = (typeof STATES)[number]

/** A state from the address, or undefined for anything else. */
export const asState = (value: string | undefined): QueueState | undefined =>
  STATES.find((state) => state === value)
