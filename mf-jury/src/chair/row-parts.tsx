import type { JudgeRow } from '@awards/shared/contract'
import type { EntryFeeStatus, WinnerFeeStatus } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { StatusTag } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFigure } from '../common/format.ts'
import styles from './row-parts.module.css'

type VoteMeterProps = { submitted: number; assigned: number; quorum: number }

/** Votes as dots: filled for a score that is in, a ring for a juror who is still reading. */
function VoteMeter({ submitted, assigned, quorum }: VoteMeterProps) {
  const { t } = useTranslation('jury')
  const places = Math.max(assigned, quorum)
  return (
    <span className={styles.meter}>
      <span className={styles.dots} aria-hidden="true">
        {Array.from({ length: places }, (_, index) => (
          <i
            key={index}
            className={
              index < submitted ? styles.full : index < assigned ? styles.open : styles.missing
            }
          />
        ))}
      </span>
      <span className={submitted < quorum ? styles.short : styles.enough}>
        {t('figures.progress', { submitted, quorum })}
      </span>
    </span>
  )
}

/** The level that counts for a row: the second once it has its quorum. */
export const levelOf = (row: JudgeRow) =>
  row.second_level.mean === null ? row.first_level : row.second_level

/** How far the first level is, and the second once it has begun. */
export function Votes({ row }: { row: JudgeRow }) {
  const { t } = useTranslation('jury')
  const { first_level: first, second_level: second } = row
  const isSecond = second.votes > 0
  return (
    <span className={styles.votes}>
      <VoteMeter
        submitted={first.votes}
        assigned={isSecond ? first.votes : Math.max(row.assigned, first.votes)}
        quorum={first.quorum}
      />
      {isSecond && (
        <small className={styles.mean}>
          {t('figures.secondShort', { votes: second.votes, quorum: second.quorum })}
        </small>
      )}
    </span>
  )
}

/** Title and numbers. In a grid, keys go from row to row and open it: its links are no stops of their own. */
export function EntryName({ row, isInGrid = false }: { row: JudgeRow; isInGrid?: boolean }) {
  const { t } = useTranslation('jury')
  return (
    <span className={styles.name}>
      <Link
        to={paths.juryReviewDetails(row.apply_order_id)}
        className={styles.title}
        tabIndex={isInGrid ? -1 : undefined}
      >
        {row.title || t('untitled')}
      </Link>
      <small className={styles.number}>
        {row.entry_no} · #{row.judging_no.replace(/^#/, '')}
      </small>
    </span>
  )
}

/** The official figure of the entry, with mean and spread of the level that counts. */
export function Score({ row }: { row: JudgeRow }) {
  const { t } = useTranslation('jury')
  const figure = useFigure()
  const figures = levelOf(row)
  return (
    <span className={styles.score}>
      <b className={styles.official}>{figure(row.final_score)}</b>
      {figures.mean !== null && (
        <small className={styles.mean}>
          {t('figures.meanShort', {
            mean: figure(figures.mean),
            deviation: figure(figures.deviation),
          })}
        </small>
      )}
      {row.is_to_discuss && <small className={styles.divergent}>{t('figures.discuss')}</small>}
    </span>
  )
}

export function Fees({ row }: { row: JudgeRow }) {
  if (row.entry_fee_status === null) return null
  return (
    <span className={styles.fees}>
      <StatusTag kind="entry_fee" status={row.entry_fee_status as EntryFeeStatus} />
      {row.winner_fee_status !== null && row.winner_fee_status > 0 && (
        <StatusTag kind="winner_fee" status={row.winner_fee_status as WinnerFeeStatus} />
      )}
    </span>
  )
}

export function Shown({ row }: { row: JudgeRow }) {
  const { t } = useTranslation('jury')
  return (
    <span className={row.is_show ? styles.shown : styles.hidden}>
      {t(row.is_show ? 'filter.shown' : 'filter.hidden')}
    </span>
  )
}
