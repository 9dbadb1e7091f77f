import type { JudgeRow } from '@awards/shared/contract'
import { type EntryFeeStatus, type EntryStatus, type WinnerFeeStatus } from '@awards/shared/domain'
import { StatusTag } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { DecisionTag } from '../../common/decision-tag.tsx'
import { Shown, Score, Votes } from '../row-parts.tsx'
import { EntryCell } from './entry-cell.tsx'
import { Figure } from './figure.tsx'

export type ColumnKey =
  | 'entry'
  | 'category'
  | 'votes'
  | 'score'
  | 'mean'
  | 'median'
  | 'trimmed'
  | 'deviation'
  | 'award'
  | 'status'
  | 'entry_fee'
  | 'winner_fee'
  | 'code'
  | 'shown'
export type Column = {
  key: ColumnKey
  /** Share of the width, as a track of a grid. */
  track: string
  sort?: string
  isNumber?: boolean
  cell: (row: JudgeRow) => ReactNode
}

const entry: Column = {
  key: 'entry',
  track: 'minmax(18rem, 3fr)',
  sort: 'title',
  cell: (row) => <EntryCell row={row} />,
}
const category: Column = {
  key: 'category',
  track: 'minmax(8rem, 1.3fr)',
  sort: 'category',
  cell: (row) => row.category.name,
}
const shown: Column = {
  key: 'shown',
  track: 'minmax(5rem, 0.6fr)',
  cell: (row) => <Shown row={row} />,
}
const figure = (key: 'mean' | 'median' | 'trimmed' | 'deviation'): Column => ({
  key,
  track: 'minmax(5.5rem, 0.6fr)',
  sort: key,
  isNumber: true,
  cell: (row) => <Figure row={row} name={key} />,
})

/** What each view of the table can show. Scores and money are never side by side. */
export const COLUMNS: Record<'scoring' | 'money', readonly Column[]> = {
  scoring: [
    entry,
    category,
    {
      key: 'votes',
      track: 'minmax(9.5rem, 1fr)',
      sort: 'votes',
      cell: (row) => <Votes row={row} />,
    },
    {
      key: 'score',
      track: 'minmax(9rem, 1fr)',
      sort: 'score',
      cell: (row) => <Score row={row} />,
    },
    figure('mean'),
    figure('median'),
    figure('trimmed'),
    figure('deviation'),
    {
      key: 'award',
      track: 'minmax(10rem, 1.2fr)',
      sort: 'award',
      cell: (row) => <DecisionTag award={row.award} status={row.decision_status} />,
    },
    shown,
  ],
  money: [
    entry,
    category,
    {
      key: 'status',
      track: 'minmax(9rem, 1fr)',
      cell: (row) => <StatusTag kind="entry" status={row.entry_status as EntryStatus} />,
    },
    {
      key: 'entry_fee',
      track: 'minmax(9rem, 1fr)',
      cell: ({ entry_fee_status: status }) =>
        status !== null && <StatusTag kind="entry_fee" status={status as EntryFeeStatus} />,
    },
    {
      key: 'winner_fee',
      track: 'minmax(9rem, 1fr)',
      cell: ({ winner_fee_status: status }) =>
        !!status && <StatusTag kind="winner_fee" status={status as WinnerFeeStatus} />,
    },
    { key: 'code', track: 'minmax(7rem, 0.8fr)', cell: (row) => row.code ?? '–' },
    shown,
  ],
}
/** Left out until they are asked for: the result shows mean and spread already. */
export const HIDDEN: readonly ColumnKey[] = ['mean', 'median', 'trimmed', 'deviation']
