import type { EntryRow } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'

export type Action = EntryRow['actions'][number]

const TARGETS: Partial<Record<Action, (id: string) => string>> = {
  continue: (id) => paths.steps({ id }),
  correct: (id) => paths.steps({ id }),
  preview: paths.preview,
  pay: paths.pay,
  accept_award: (id) => paths.awardSteps(id),
}

/** Where an action leads; undefined for one that is done on the spot. */
export const addressOf = (action: Action, id: string): string | undefined => TARGETS[action]?.(id)
