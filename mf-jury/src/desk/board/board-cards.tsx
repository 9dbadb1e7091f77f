import { useTranslation } from 'react-i18next'
import { DecisionTag } from '../../common/decision-tag.tsx'
import { Mention } from '../common/mention.tsx'
import { useFigure } from '../../common/use-figure.ts'
import type { BoardProps } from './board.ts'
import styles from './board-cards.module.css'
import { LevelFigures } from './level-figures.tsx'
import { PlaceLine } from './place-line.tsx'
import { RowActions } from './row-actions.tsx'

/** The category by place, for a telephone. */
export function BoardCards({ board, canAward }: BoardProps) {
  const { t } = useTranslation('jurydesk')
  const figure = useFigure()
  return (
    <ol className={styles.cards} role="list" aria-label={t('board.by.places')}>
      {board.entries.map((row) => (
        <li key={row.apply_order_id} className={styles.card}>
          <p className={styles.head}>
            <span className={styles.place}>{row.rank ?? '–'}</span>
            <Mention entry={row} />
            <b className={styles.final}>{figure(row.final_score)}</b>
          </p>
          <PlaceLine row={row} board={board} />
          <LevelFigures first={row.first_level} second={row.second_level} />
          <p className={styles.foot}>
            <DecisionTag
              award={board.levels.find(({ id }) => id === row.award_id) ?? null}
              status={row.decision_status}
            />
            <RowActions row={row} board={board} canAward={canAward} />
          </p>
        </li>
      ))}
    </ol>
  )
}
