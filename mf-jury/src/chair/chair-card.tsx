import type { JudgeRow } from '@awards/shared/contract'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { DecisionTag } from '../common/decision-tag.tsx'
import { Picture } from '../common/picture.tsx'
import styles from './chair-cards.module.css'
import { EntryName, Fees, Score, Shown, Votes } from './row-parts.tsx'

type ChairCardProps = {
  row: JudgeRow
  view: 'scoring' | 'money'
  isSelected: boolean
  onToggle: () => void
}

/** An entry as a card, for a telephone; scores and money are never side by side. */
export function ChairCard({ row, view, isSelected, onToggle }: ChairCardProps) {
  const { t } = useTranslation('jurytable')
  return (
    <article className={styles.card}>
      <Picture picture={row.cover} code={row.category.code} sizes="(width < 40rem) 35vw, 16rem" />
      <div className={styles.body}>
        <div className={styles.head}>
          <EntryName row={row} />
          <Checkbox
            checked={isSelected}
            onChange={onToggle}
            aria-label={t('select', { title: row.title || row.entry_no })}
          />
        </div>
        <p className={styles.category}>{row.category.name}</p>
        {view === 'scoring' && (
          <div className={styles.facts}>
            <Score row={row} />
            <Votes row={row} />
          </div>
        )}
        <div className={styles.foot}>
          {view === 'scoring' ? (
            <DecisionTag award={row.award} status={row.decision_status} />
          ) : (
            <Fees row={row} />
          )}
          <Shown row={row} />
        </div>
      </div>
    </article>
  )
}
