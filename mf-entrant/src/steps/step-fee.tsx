import { useApiQuery } from '@awards/shared/client'
import { payments } from '@awards/shared/contract'
import { StatusTag } from '@awards/shared/ui'
import { roleMay, type EntryFeeStatus } from '@awards/shared/domain'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { FeeSummary } from '../common/fee-summary.tsx'
import { AwaitNote, NextButton } from '../common/next-action.tsx'
import { NextStages } from '../common/next-stages.tsx'
import { Notice } from '../common/notice.tsx'
import { usePriceList } from '../common/use-programme.ts'
import { useDraft } from './draft/draft-context.ts'
import { PricePanel } from './price-panel.tsx'
import styles from './steps.module.css'

/** Step 6: what this entry costs, what the whole work costs, and the way to the payment page. */
export function StepFee() {
  const { t } = useTranslation('entrant')
  const { info, goTo } = useDraft()
  const prices = usePriceList()
  const canPay = info.actions.includes('pay')
  const mayPay = roleMay(info.role ?? 'owner', 'pay')
  const isSubmitted = info.submitted_at !== null
  const { data: quote } = useApiQuery(
    payments.getEntryFee,
    { apply_order_id: info.apply_order_id },
    { skip: !mayPay || (isSubmitted && !canPay) },
  )
  const categories = info.siblings.map(({ category }) => category)
  return (
    <div className={styles.feeStep}>
      {quote && <FeeSummary quote={quote} />}
      {prices && (categories.length > 1 || !mayPay) && info.paid_at === null && (
        <div>
          {categories.length > 1 && (
            <p className={styles.several}>{t('fee.several', { count: categories.length })}</p>
          )}
          <PricePanel prices={prices} section={info.section.code} chosen={categories} />
        </div>
      )}
      {isSubmitted ? (
        <div className={styles.row}>
          <StatusTag kind="entry_fee" status={info.entry_fee_status as EntryFeeStatus} />
          <AwaitNote next={info.next} />
          {info.next && (
            <NextButton
              size="large"
              next={info.next}
              id={info.apply_order_id}
              title={info.answers.title || t('untitled')}
            />
          )}
        </div>
      ) : (
        <Notice
          type="info"
          title={t('fee.submitFirst')}
          action={<Button onClick={() => goTo(5)}>{t('fee.toReview')}</Button>}
        />
      )}
      <NextStages info={info} />
    </div>
  )
}
