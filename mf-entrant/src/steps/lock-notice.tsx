import { ENTRY_STATUS, isHandedIn } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Notice } from '../common/notice.tsx'
import { useDraft } from './draft-context.ts'

const S = ENTRY_STATUS

const reasonOf = (status: number) => {
  if (status === S.draft || status === S.submitted) return 'closed'
  if (isHandedIn(status)) return 'asAtClose'
  if (status === S.correction_requested) return 'correctionOver'
  return status === S.withdrawn ? 'withdrawn' : 'taken'
}

/** Why the entry can only be read, and the way on. */
export function LockNotice() {
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
