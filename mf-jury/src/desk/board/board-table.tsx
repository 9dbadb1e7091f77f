import { useTranslation } from 'react-i18next'
import { DecisionTag } from '../../common/decision-tag.tsx'
import { Picture } from '../../common/picture.tsx'
import { Mention } from '../common/mention.tsx'
import { useFigure } from '../../common/use-figure.ts'
import type { BoardProps } from './board.ts'
import styles from './board-table.module.css'
import { LevelFigures } from './level-figures.tsx'
import { PlaceLine } from './place-line.tsx'
import { RowActions } from './row-actions.tsx'

/** The category by place, with all figures of both levels. */
export function BoardTable({ board, canAward }: BoardProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const figure = useFigure()
  return (
    <ol className={styles.rows} role="list" aria-label={t('board.by.places')}>
      {board.entries.map((row) => (
        <li key={row.apply_order_id} className={styles.row}>
          <span className={row.rank === null ? styles.unplaced : styles.place}>
            {row.rank ?? '–'}
          </span>
          <Picture picture={row.cover} sizes="120px" code={row.category.code} />
          <span className={styles.entry}>
            <Mention entry={row} />
            <PlaceLine row={row} board={board} />
          </span>
          <LevelFigures first={row.first_level} second={row.second_level} />
          <span className={styles.final}>
            <b>{figure(row.final_score)}</b>
            <small>{t('jury:figures.result')}</small>
          </span>
          <span className={styles.decision}>
            <DecisionTag
              award={board.levels.find(({ id }) => id === row.award_id) ?? null}
              status={row.decision_status}
            />
            <RowActions row={row} board={board} canAward={canAward} />
          </span>
        </li>
      ))}
    </ol>
  )
}
