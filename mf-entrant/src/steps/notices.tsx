import { isHandedIn, ENTRY_STATUS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { Notice } from '../common/notice.tsx'
import { useDraft } from './draft/draft-context.ts'
import styles from './entry-form.module.css'

const S = ENTRY_STATUS

const reasonOf = (status: number) => {
  if (status === S.draft || status === S.submitted) return 'closed'
  if (isHandedIn(status)) return 'asAtClose'
  if (status === S.correction_requested) return 'correctionOver'
  return status === S.withdrawn ? 'withdrawn' : 'taken'
}

/** Why the entry can only be read, and the way on. */
function LockNotice() {
  const { t } = useTranslation('entrant')
  const { info } = useDraft()
  const canPay = info.actions.includes('pay')
  return (
    <Notice
      type="info"
      title={t('notice.locked')}
      action={
        canPay ? (
          <LinkButton type="primary" to={paths.pay(info.apply_order_id)}>
            {t('action.pay')}
          </LinkButton>
        ) : (
          <LinkButton to={paths.account()}>{t('footer.account')}</LinkButton>
        )
      }
    >
      <p>{t(`lock.${reasonOf(info.entry_status)}`)}</p>
    </Notice>
  )
}

/** What has to be known before writing on: a restored copy, a request for correction, a lock. */
export function Notices({ restoredAt }: { restoredAt: string | undefined }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { info, draft, step } = useDraft()
  const { correction } = info
  return (
    <div className={styles.notices}>
      {restoredAt && info.is_editable && (
        <Alert
          type="info"
          closable
          title={t('notice.restored', { at: format.date(restoredAt, 'datetime') })}
        />
      )}
      {correction && (
        <Alert
          type="warning"
          title={t('notice.correction')}
          description={
            <>
              <p className={styles.noticesNote}>{correction.note}</p>
              {correction.due_at && (
                <p>
                  {t('notice.correctionDue', { date: format.date(correction.due_at, 'datetime') })}
                </p>
              )}
            </>
          }
        />
      )}
      {draft.state === 'locked' && (
        <Alert type="error" title={t('notice.late')} description={t('notice.lateHelp')} />
      )}
      {info.is_editable && isHandedIn(info.entry_status) && (
        <Alert
          type="info"
          title={t('notice.handedIn', {
            date: info.edit_until ? format.date(info.edit_until, 'datetime') : '',
          })}
          description={t('notice.handedInHelp')}
        />
      )}
      {!info.is_editable && !info.can_submit && <LockNotice />}
      {!info.is_editable && info.can_submit && (
        <Notice
          type="warning"
          title={t('notice.grace', {
            date: info.submit_until ? format.date(info.submit_until, 'datetime') : '',
          })}
          action={
            step !== 5 && (
              <LinkButton to={paths.steps({ id: info.apply_order_id, step: 5 })}>
                {t('fee.toReview')}
              </LinkButton>
            )
          }
        >
          <p>{t('notice.graceHelp')}</p>
        </Notice>
      )}
    </div>
  )
}
