import type { KeyGroups } from '../frame/keys-dialog.tsx'

/** Keys of a juror's list. */
export const QUEUE_KEYS: KeyGroups = {
  find: [
    ['find', 'Ctrl K'],
    ['search', '/'],
    ['help', '?'],
  ],
}
