import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { DecisionTag } from '../common/decision-tag.tsx'
import { Picture } from '../common/picture.tsx'
import type { ChairRowsProps } from './chair-table.tsx'
import styles from './chair-cards.module.css'
import { EntryName, Fees, Score, Shown, Votes } from './row-parts.tsx'

/** The entries as cards, for a telephone. */
export function ChairCards({ rows, selected, onSelect }: ChairRowsProps) {
  const { t } = useTranslation('jury')
  const toggle = (id: string, isOn: boolean) =>
    onSelect(isOn ? [...selected, id] : selected.filter((one) => one !== id))
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.apply_order_id} className={styles.card}>
          <Picture
            picture={row.cover}
            code={row.category.code}
            sizes="(width < 40rem) 35vw, 16rem"
          />
          <div className={styles.body}>
            <div className={styles.head}>
              <EntryName row={row} />
              <Checkbox
                checked={selected.includes(row.apply_order_id)}
                onChange={(event) => toggle(row.apply_order_id, event.target.checked)}
                aria-label={t('chair.select', { title: row.title || row.entry_no })}
              />
            </div>
            <p className={styles.category}>{row.category.name}</p>
            <div className={styles.facts}>
              <Score row={row} />
              <Votes row={row} />
            </div>
            <div className={styles.foot}>
              <DecisionTag award={row.award} status={row.decision_status} />
              <Fees row={row} />
              <Shown row={row} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
