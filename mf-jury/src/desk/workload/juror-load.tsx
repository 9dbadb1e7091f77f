import type { WorkloadRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Tag } from '@awards/shared/ui'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { ShareBar } from './share-bar.tsx'
import styles from './workload-view.module.css'

type JurorLoadProps = {
  row: WorkloadRow
  /** The most that one juror has, so that the bars can be compared. */
  busiest: number
  isChosen: boolean
  onChoose: ((isOn: boolean) => void) | undefined
}
const NUMBERS = ['draft', 'abstained', 'recused', 'conflicts'] as const

/** One juror: how much there is to do, how far it is, and when something was last heard. */
export function JurorLoad({ row, busiest, isChosen, onChoose }: JurorLoadProps) {
  const { t } = useTranslation('jurydesk')
  const format = useFormat()
  const begun = row.opened + row.draft
  return (
    <li className={styles.loadRow}>
      <span className={styles.name}>
        {onChoose && (
          <Checkbox
            checked={isChosen}
            aria-label={t('work.chooseOne', { name: row.name })}
            onChange={(event) => onChoose(event.target.checked)}
          />
        )}
        <span>
          <strong>{row.name}</strong>
          <small>{row.categories.map(({ name }) => name).join(', ')}</small>
        </span>
      </span>
      <span className={styles.load}>
        <span>{t('work.scored', { submitted: row.submitted, assigned: row.assigned })}</span>
        <ShareBar
          total={busiest}
          parts={[
            { value: row.submitted, tone: 'done' },
            { value: begun, tone: 'begun' },
            {
              value: Math.max(0, row.assigned - row.submitted - begun - row.abstained),
              tone: 'short',
            },
          ]}
        />
      </span>
      <span className={styles.loadNumbers}>
        {NUMBERS.filter((name) => row[name] > 0).map((name) => (
          <span key={name}>{t(`work.${name}`, { count: row[name] })}</span>
        ))}
      </span>
      <span className={styles.last}>
        {!row.agreement_signed && <Tag tone="warning">{t('work.unsigned')}</Tag>}
        <span>
          {row.last_active_at
            ? t('work.active', { date: format.date(row.last_active_at, 'datetime') })
            : t('work.never')}
        </span>
        {row.reminded_at && (
          <span>{t('work.reminded', { date: format.date(row.reminded_at, 'short') })}</span>
        )}
      </span>
    </li>
  )
}
