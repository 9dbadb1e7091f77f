import type { KeyGroups } from './keys-dialog.tsx'

const FIND: KeyGroups[string] = [
  ['find', 'Ctrl K'],
  ['search', '/'],
  ['help', '?'],
]

/** Keys of the chair's desk: at the list, and at an entry. */
export const CHAIR_KEYS = {
  list: {
    find: FIND,
    list: [
      ['rows', 'J', 'K'],
      ['open', '↵'],
      ['choose', 'X'],
      ['range', '⇧ ␣'],
      ['all', 'Ctrl A'],
      ['none', 'Esc'],
      ['ends', 'Home', 'End'],
    ],
  },
  entry: {
    find: FIND.filter(([name]) => name !== 'search'),
    entry: [
      ['next', 'J'],
      ['previous', 'K'],
      ['split', 'S'],
      ['lightbox', 'Z', 'L'],
      ['back', 'B'],
    ],
  },
} satisfies Record<string, KeyGroups>

/** Keys of a juror's list. */
export const QUEUE_KEYS: KeyGroups = { find: FIND }
