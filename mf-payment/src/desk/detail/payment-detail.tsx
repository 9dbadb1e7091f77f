import { PAYMENT_STATUS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { DefinitionList, TextLink } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '../common/amount.tsx'
import { PaymentState } from '../list/row-parts.tsx'
import styles from './payment-detail.module.css'
import { PaymentHistory, type Payment } from './payment-history.tsx'
import { PaymentPapers } from './payment-papers.tsx'
import { PaymentRefunds } from './payment-refunds.tsx'
import { RefundForm } from './refund-form.tsx'

const OPEN: readonly number[] = [PAYMENT_STATUS.created, PAYMENT_STATUS.awaiting]

/** Everything about one payment: facts, refunds, documents and what happened when. */
export function PaymentDetail({ payment }: { payment: Payment }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  const { currency } = payment
  const amount = (minor: number) => <Amount minor={minor} currency={currency} />
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <p className={styles.sum}>{amount(payment.amount)}</p>
        <PaymentState row={payment} />
      </div>
      <DefinitionList
        items={[
          {
            term: t('column.payer'),
            detail: payment.is_payer_hidden ? t('blindPayer') : payment.payer,
          },
          { term: t('detail.work'), detail: `${payment.entry_no} · ${payment.title}` },
          {
            term: t('detail.fee'),
            detail: t(`fee.${payment.fee_type === 1 ? 'entry' : 'winner_package'}`),
          },
          { term: t('column.channel'), detail: t(`channel.${payment.channel}`) },
          { term: t('detail.reference'), detail: payment.provider_txn },
          {
            term: t('detail.paidAt'),
            detail: payment.paid_at && format.date(payment.paid_at, 'datetime'),
          },
          { term: t('column.refunded'), detail: payment.refunded > 0 && amount(-payment.refunded) },
        ].filter(({ detail }) => detail !== false)}
      />
      {payment.channel === 'bank_transfer' && OPEN.includes(payment.status) && (
        <p className={styles.hint}>{t('detail.confirmThere')}</p>
      )}
      <p className={styles.link}>
        <TextLink to={paths.juryReviewDetails(payment.apply_order_id)}>
          {t('detail.entry')}
        </TextLink>
      </p>
      {payment.refundable > 0 && (
        <Part title={t('refund.title')}>
          <RefundForm payment={payment} key={payment.refundable} />
        </Part>
      )}
      {payment.refunds.length > 0 && (
        <Part title={t('refund.list')}>
          <PaymentRefunds payment={payment} />
        </Part>
      )}
      {payment.documents.length > 0 && (
        <Part title={t('papers.title')}>
          <PaymentPapers payment={payment} />
        </Part>
      )}
      <Part title={t('history.title')}>
        <PaymentHistory payment={payment} />
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h3 className={styles.heading}>{title}</h3>
    {children}
  </section>
)
