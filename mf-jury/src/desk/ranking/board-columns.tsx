import { AwardMark } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Mention } from '../entry-link.tsx'
import { useFigure } from '../../common/use-figure.ts'
import type { BoardProps } from './ranking.ts'
import styles from './ranking-view.module.css'
import { PlaceLine } from './place-line.tsx'
import { RowActions } from './row-actions.tsx'

/** The category by award level: one column for each, and one for what is not decided. */
export function BoardColumns({ board, canAward }: BoardProps) {
  const { t } = useTranslation('jurydesk')
  const figure = useFigure()
  const columns = [...board.levels, undefined]
  // Of the whole category: the cards below are those of the page.
  const counts = new Map(board.decided.map(({ award_id, count }) => [award_id, count]))
  return (
    <div className={styles.columns}>
      {columns.map((level) => {
        const rows = board.entries.filter(({ award_id }) => award_id === (level?.id ?? null))
        const name = level?.name ?? t('board.undecided')
        return (
          <section key={level?.id ?? ''} className={styles.column} aria-label={name}>
            <h2 className={styles.columnHead}>
              {level ? (
                <AwardMark code={level.code} name={name} colour={level.colour} />
              ) : (
                <span>{name}</span>
              )}
              <small>{counts.get(level?.id ?? null) ?? 0}</small>
            </h2>
            <ul className={styles.columnCards} role="list">
              {rows.map((row) => (
                <li key={row.apply_order_id} className={styles.columnCard}>
                  <Mention entry={{ ...row, category: { name: row.section.name } }} />
                  <p className={styles.score}>
                    <b>{figure(row.final_score)}</b>
                    {row.rank !== null && <span>{t('board.place', { place: row.rank })}</span>}
                  </p>
                  <PlaceLine row={row} board={board} />
                  <p className={styles.actions}>
                    <RowActions row={row} board={board} canAward={canAward} />
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
