import type { JurorEntryInfo } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CorrectionDialog } from './correction-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import styles from './correction-panel.module.css'

/** What the chair should look at before an entry is admitted, and the way back to the entrant. */
export function CorrectionPanel({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jury')
  const [isAsking, setIsAsking] = useState(false)
  const format = useFormat()
  const { warnings, correction, correction_until: until, apply_order_id } = info
  if (warnings.length === 0 && !until && !correction) return null
  return (
    <SidePanel title={t('correction.heading')}>
      <div className={styles.parts}>
        {warnings.length > 0 && (
          <ul className={styles.warnings}>
            {warnings.map(({ detail, similar }) => (
              <li key={detail}>
                {similar
                  ? t(similar.is_own ? 'correction.own' : 'correction.similar', similar)
                  : detail}
              </li>
            ))}
          </ul>
        )}
        {correction && (
          <div className={styles.asked}>
            <p>{t('correction.asked', { date: format.date(correction.due_at, 'datetime') })}</p>
            <blockquote>{correction.note}</blockquote>
          </div>
        )}
        {until && <Button onClick={() => setIsAsking(true)}>{t('correction.ask')}</Button>}
        {until && isAsking && (
          <CorrectionDialog id={apply_order_id} until={until} onClose={() => setIsAsking(false)} />
        )}
      </div>
    </SidePanel>
  )
}
