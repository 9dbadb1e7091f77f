import { ENTRY_STATUS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDraft } from './draft-context.ts'
import styles from './notices.module.css'

/** What has to be known before writing on: a restored copy, a request for correction, a lock. */
export function Notices({ restoredAt }: { restoredAt: string | undefined }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { info } = useDraft()
  const correction = info.timeline.findLast(({ code }) => code.includes('correction'))
  return (
    <div className={styles.notices}>
      {restoredAt && (
        <Alert
          type="info"
          closable
          title={t('notice.restored', { at: format.date(restoredAt, 'datetime') })}
        />
      )}
      {info.entry_status === ENTRY_STATUS.correction_requested && (
        <Alert type="warning" title={t('notice.correction')} description={correction?.detail} />
      )}
      {!info.is_editable && <Alert type="info" title={t('notice.locked')} />}
    </div>
  )
}
