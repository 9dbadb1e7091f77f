import type { BoardRow } from '@awards/shared/contract'
import { Tag } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { Board } from './ranking.ts'
import styles from './ranking-view.module.css'

type PlaceLineProps = { row: BoardRow; board: Board }

/** What is to be known of a place before it is decided: the rule behind it, a discussion, what jurors wish. */
export function PlaceLine({ row, board }: PlaceLineProps) {
  const { t } = useTranslation('jurydesk')
  const nameOf = (id: string | null) => board.levels.find((level) => level.id === id)?.name
  const reached = nameOf(row.eligible_award_id)
  return (
    <span className={styles.line}>
      {row.is_to_discuss && <Tag tone="warning">{t('board.discuss')}</Tag>}
      {reached && <span>{t('board.reaches', { level: reached })}</span>}
      {row.tie_rule && <span>{t(`board.rule.${row.tie_rule}`)}</span>}
      {row.recommendations.map(({ award_id, count }) => (
        <span key={award_id}>{t('board.wish', { count, level: nameOf(award_id) })}</span>
      ))}
    </span>
  )
}
