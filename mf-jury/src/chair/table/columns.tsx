import type { JudgeRow } from '@awards/shared/contract'
import type { EntryFeeStatus, EntryStatus, WinnerFeeStatus } from '@awards/shared/domain'
import { StatusTag } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { DecisionTag } from '../../common/decision-tag.tsx'
import { Shown, Score, Votes, EntryName, levelOf } from '../row-parts.tsx'
import { useTranslation } from 'react-i18next'
import styles from './columns.module.css'
import { useFigure } from '../../common/use-figure.ts'

type FigureProps = { row: JudgeRow; name: 'mean' | 'median' | 'trimmed' | 'deviation' }

/** One figure of the level that counts; a dash below the quorum. */
function Figure({ row, name }: FigureProps) {
  const figure = useFigure()
  return figure(levelOf(row)[name])
}

/** Title, numbers and a small picture; one address of the picture, since rows pass by fast. */
function EntryCell({ row }: { row: JudgeRow }) {
  const { t } = useTranslation('jurytable')
  const [smallest] = row.cover?.sources ?? []
  return (
    <span className={styles.cell}>
      {row.cover && smallest ? (
        <img
          key={smallest.url}
          className={styles.thumb}
          src={smallest.url}
          alt=""
          width={row.cover.width}
          height={row.cover.height}
          decoding="async"
        />
      ) : (
        <span className={styles.plate} aria-hidden="true">
          {row.category.code}
        </span>
      )}
      <EntryName row={row} isInGrid />
      {row.is_reported && <span className={styles.reported}>{t('reported')}</span>}
    </span>
  )
}

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
