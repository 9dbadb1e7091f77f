import type { EntryRow } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'

export type Action = EntryRow['actions'][number]
/** An action, or a page that an entry has by its status or until a deadline. */
export type Linked = Action | 'score_sheet' | 'edit'

const TARGETS: Partial<Record<Linked, (id: string) => string>> = {
  continue: (id) => paths.steps({ id }),
  edit: (id) => paths.steps({ id, step: 2 }),
  correct: (id) => paths.steps({ id }),
  preview: paths.preview,
  pay: paths.pay,
  score_sheet: paths.scoreSheet,
  accept_award: (id) => paths.awardSteps(id),
}

/** Where an action leads; undefined for one that is done on the spot. */
export const addressOf = (action: Linked, id: string): string | undefined => TARGETS[action]?.(id)
