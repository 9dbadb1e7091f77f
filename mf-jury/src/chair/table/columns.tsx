import {
  columnFacts,
  type JudgeRow,
  type ScreenColumn,
  type TableView,
} from '@awards/shared/contract'
import type { EntryFeeStatus, EntryStatus, Language, WinnerFeeStatus } from '@awards/shared/domain'
import { StatusTag } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { DecisionTag } from '../../common/entry-marks.tsx'
import { Shown, Score, Votes, EntryName, levelOf } from '../row-parts.tsx'
import { useTranslation } from 'react-i18next'
import styles from './columns.module.css'
import { useFigure } from '../../common/format.ts'

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

type Rendering = {
  /** Share of the width, as a track of a grid. */
  track: string
  isNumber?: boolean
  cell: (row: JudgeRow) => ReactNode
}
export type Column = Rendering & { key: ScreenColumn; sort?: string | undefined }

const figure = (name: FigureProps['name']): Rendering => ({
  track: 'minmax(5.5rem, 0.6fr)',
  isNumber: true,
  cell: (row) => <Figure row={row} name={name} />,
})

/** How each column of `TABLE_COLUMNS` is shown, in the order of the screen. */
const RENDERINGS: Record<ScreenColumn, Rendering> = {
  entry: { track: 'minmax(16rem, 3fr)', cell: (row) => <EntryCell row={row} /> },
  category: { track: 'minmax(8rem, 1.3fr)', cell: (row) => row.category.name },
  votes: { track: 'minmax(11.5rem, 1fr)', cell: (row) => <Votes row={row} /> },
  score: { track: 'minmax(9rem, 1fr)', cell: (row) => <Score row={row} /> },
  mean: figure('mean'),
  median: figure('median'),
  trimmed: figure('trimmed'),
  deviation: figure('deviation'),
  award: {
    track: 'minmax(10rem, 1.2fr)',
    cell: (row) => <DecisionTag award={row.award} status={row.decision_status} />,
  },
  status: {
    track: 'minmax(9rem, 1fr)',
    cell: (row) => <StatusTag kind="entry" status={row.entry_status as EntryStatus} />,
  },
  entry_fee: {
    track: 'minmax(9rem, 1fr)',
    cell: ({ entry_fee_status: status }) =>
      status !== null && <StatusTag kind="entry_fee" status={status as EntryFeeStatus} />,
  },
  winner_fee: {
    track: 'minmax(9rem, 1fr)',
    cell: ({ winner_fee_status: status }) =>
      !!status && <StatusTag kind="winner_fee" status={status as WinnerFeeStatus} />,
  },
  code: { track: 'minmax(7rem, 0.8fr)', cell: (row) => row.code ?? '–' },
  shown: { track: 'minmax(5rem, 0.6fr)', cell: (row) => <Shown row={row} /> },
}

const columnsOf = (view: TableView): readonly Column[] =>
  (Object.keys(RENDERINGS) as ScreenColumn[])
    .filter((key) => columnFacts(key).screen?.includes(view))
    .map((key) => ({ key, sort: columnFacts(key).sort, ...RENDERINGS[key] }))

/** The width below which the table scrolls sideways: head and rows alike. */
export const leastWidth = (columns: readonly Column[]) =>
  columns.map(({ track }) => /minmax\(([\d.]+rem)/.exec(track)?.[1] ?? '0rem').join(' + ')

/** What each view of the table can show. Scores and money are never side by side. */
export const COLUMNS: Record<TableView, readonly Column[]> = {
  scoring: columnsOf('scoring'),
  money: columnsOf('money'),
}
/** Left out until they are asked for: the result shows mean and spread already. */
export const HIDDEN: readonly ScreenColumn[] = ['mean', 'median', 'trimmed', 'deviation']

/** The heading of a column on screen. */
export function headingOf(key: ScreenColumn, language: Language): string {
  const { label, short = label } = columnFacts(key)
  return short[language]
}
