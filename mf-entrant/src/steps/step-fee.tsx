import { useApiQuery } from '@awards/shared/client'
import { payments } from '@awards/shared/contract'
import { StatusTag } from '@awards/shared/ui'
import { roleMay, type EntryFeeStatus } from '@awards/shared/domain'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { FeeSummary, NextStages } from '../common/entry-outlook.tsx'
import { AwaitNote, NextButton } from '../common/next-action.tsx'
import { Notice } from '../common/notice.tsx'
import { totalOf, usePriceList, type PriceList } from '../common/use-programme.ts'
import { useDraft } from './draft/draft-context.ts'
import styles from './steps.module.css'
import { useFormat } from '@awards/shared/i18n'
import priceStyles from './price-panel.module.css'

type PricePanelProps = {
  prices: PriceList
  section: string | undefined
  chosen: readonly { id: string; name: string }[]
}

/** What the chosen categories cost together, line by line, and when the price changes. */
export function PricePanel({ prices, section, chosen }: PricePanelProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const price = prices.of(section)
  if (!price) return null
  const { currency, next } = prices
  const money = (amount_minor: number) => format.money({ amount_minor, currency })
  const later = next?.of(section)
  return (
    <section className={priceStyles.panel} aria-labelledby="price">
      <h2 id="price" className={priceStyles.title}>
        {t('price.title')}
      </h2>
      {chosen.length === 0 ? (
        <p className={priceStyles.rule}>
          {t('price.rule', { first: money(price.first), additional: money(price.additional) })}
        </p>
      ) : (
        <ul className={priceStyles.lines} role="list">
          {chosen.map(({ id, name }, index) => (
            <li key={id}>
              <span>{name}</span>
              <span>{money(index === 0 ? price.first : price.additional)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={priceStyles.total} role="status">
        {chosen.length > 0 && (
          <>
            <span>{t('price.total')}</span>
            <strong>{money(totalOf(price, chosen.length))}</strong>
          </>
        )}
      </p>
      <p className={priceStyles.note}>{t('price.vat')}</p>
      {next && later && (
        <p className={priceStyles.note}>
          {t('price.next', {
            date: format.date(next.starts_at),
            price: money(totalOf(later, Math.max(chosen.length, 1))),
          })}
        </p>
      )}
    </section>
  )
}

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
