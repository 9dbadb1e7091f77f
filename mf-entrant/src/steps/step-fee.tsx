import { paths } from '@awards/shared/paths'
import { LinkButton, StatusTag } from '@awards/shared/ui'
import type { EntryFeeStatus } from '@awards/shared/domain'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { FeeSummary } from '../common/fee-summary.tsx'
import { useEntryPriceQuery } from '../entrant.api.ts'
import { useDraft } from './draft-context.ts'
import styles from './step-fee.module.css'

/** Step 6: what it costs, and the way to the payment page. */
export function StepFee() {
  const { t } = useTranslation('entrant')
  const { info, goTo } = useDraft()
  const canPay = info.actions.includes('pay')
  const isSubmitted = info.submitted_at !== null
  const { data: quote } = useEntryPriceQuery(
    { apply_order_id: info.apply_order_id },
    { skip: isSubmitted && !canPay },
  )
  return (
    <div className={styles.step}>
      {quote && <FeeSummary quote={quote} />}
      {isSubmitted ? (
        <div className={styles.row}>
          <StatusTag kind="entry_fee" status={info.entry_fee_status as EntryFeeStatus} />
          {canPay && (
            <LinkButton type="primary" size="large" to={paths.pay(info.apply_order_id)}>
              {t('action.pay')}
            </LinkButton>
          )}
        </div>
      ) : (
        <Alert
          type="info"
          title={t('fee.submitFirst')}
          action={<Button onClick={() => goTo(5)}>{t('fee.toReview')}</Button>}
        />
      )}
    </div>
  )
}
