import type { JurorEntryInfo } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import styles from './jury-review-details.module.css'
import { SidePanel } from './side-panel.tsx'

/** How the decision on an entry came about, the latest step first: who, when, which level, and why. */
export function HistoryPanel({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const { history } = info
  if (!history || history.length === 0) return null
  return (
    <SidePanel title={t('history.title')}>
      <ol role="list" className={styles.steps}>
        {history.map(({ kind, award, reason, by, at }) => (
          <li key={`${at} ${kind} ${by}`}>
            <strong>{t(`history.${kind}`)}</strong>
            {award && ` · ${award.name}`}
            <small className={styles.by}>
              {format.date(at, 'datetime')}
              {by && ` · ${by}`}
            </small>
            {reason && <blockquote className={styles.reason}>{reason}</blockquote>}
          </li>
        ))}
      </ol>
    </SidePanel>
  )
}
