import type { PaymentOrder } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../common/copy-button.tsx'
import { useMoney } from '../common/use-money.ts'
import styles from './order-timeline.module.css'

/** What happened to an order: what, when, by whom, and under which number it can be found again. */
export function OrderTimeline({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation('payment')
  if (!order.timeline?.length) return null
  return (
    <section className={styles.timeline}>
      <SectionHeading size="small">{t('timeline.title')}</SectionHeading>
      <ol className={styles.list}>
        {order.timeline.map((event, index) => (
          <li key={index} className={styles.event}>
            <TimelineEvent event={event} currency={order.currency} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type Event = NonNullable<PaymentOrder['timeline']>[number]

function TimelineEvent({ event, currency }: { event: Event; currency: string }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(currency)
  const { moment, at, by, amount_minor, reference } = event
  const here = format.localDate(at)
  const what = t(`timeline.moment.${moment}`)
  return (
    <>
      <p className={styles.what}>
        <span>{what}</span>
        {amount_minor !== null && <span className={styles.amount}>{money(amount_minor)}</span>}
      </p>
      <p className={styles.facts}>
        <time dateTime={at}>{format.date(at, 'datetime')}</time>
        {here && <span>{t('timeline.here', { time: here })}</span>}
        <span>{t(`timeline.by.${by}`)}</span>
      </p>
      {reference && (
        <p className={styles.reference}>
          <code>{reference}</code>
          <CopyButton label={t('timeline.reference', { what })} text={reference} />
        </p>
      )}
    </>
  )
}
