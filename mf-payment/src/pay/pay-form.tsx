import { failureOf } from '@awards/shared/client'
import type { Billing, Money, Output, payments } from '@awards/shared/contract'
import {
  DAY_MS,
  CHANNEL_FACTS,
  channelRank,
  type Channel,
  WITHDRAWAL_DAYS,
} from '@awards/shared/domain'
import { useSiteTime } from '../common/site-clock.tsx'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { Button, SectionHeading } from '@awards/shared/ui'
import { Checkbox, RadioGroup } from '@awards/shared/ui/native/choice'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { PracticeNote } from '../common/note.tsx'
import { BillingFields } from './billing-fields.tsx'
import { storedBilling } from './billing.ts'
import styles from './pay-form.module.css'
import { useMoney, usePayerPrice } from '../common/use-money.ts'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { controlId, type PayFormState, type PayValues } from './use-pay-form.ts'

/** Whether judging begins while a consumer who pays now could still withdraw. */
export function needsWaiver(server_now: string, judging: string | null): boolean {
  if (judging === null) return false
  return Date.parse(judging) - Date.parse(server_now) < WITHDRAWAL_DAYS * DAY_MS
}

/** When judging begins, where a consumer who pays now is asked to waive the right of withdrawal. */
function useWaiverDate(): string | undefined {
  const { data } = useSiteTime()
  const begins = data?.judging.starts_at
  return data && begins && needsWaiver(data.server_now, begins) ? begins : undefined
}

type Channels = Output<typeof payments.getEntryFeePaymentChannel>

type ChannelChoiceProps = {
  channels: Channels
  price: Money
  chosen: Channel | undefined
  error: string | undefined
  onChoose: (channel: Channel) => void
}

/** The ways to pay; one that is not open says why. */
function ChannelChoice({ channels, price, chosen, error, onChoose }: ChannelChoiceProps) {
  const { t } = useTranslation('payment')
  const language = useLanguage()
  const payerPrice = usePayerPrice()
  return (
    <>
      <SectionHeading id="ways-to-pay">{t('pay.channel')}</SectionHeading>
      <PracticeNote />
      <RadioGroup
        id={controlId('channel')}
        name="channel"
        labelledBy="ways-to-pay"
        className={styles.channels}
        isFramed
        error={error}
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(target.value as Channel)}
        options={channels.map(({ channel, name, enabled, reason, payer_rate }) => ({
          value: channel,
          disabled: !enabled,
          label: <strong>{name}</strong>,
          hint: (
            <>
              {enabled ? CHANNEL_FACTS[channel].hint[language] : reason}
              {enabled && payer_rate && (
                <span className={styles.payerPrice}>{payerPrice(price, payer_rate)}</span>
              )}
            </>
          ),
        }))}
      />
    </>
  )
}

type OrderButtonProps = {
  amount: number
  currency: string
  isBusy: boolean
  /** The price for what the form says now is on its way. */
  isPricing: boolean
}

/** Orders and says what that costs; French law wants the duty to pay on the button itself (L221-14). */
function OrderButton({ amount, currency, isBusy, isPricing }: OrderButtonProps) {
  const { t } = useTranslation('payment')
  const money = useMoney(currency)
  return (
    <Button
      block
      type="primary"
      size="large"
      htmlType="submit"
      className={styles.button ?? ''}
      loading={isBusy || isPricing}
    >
      <span className={styles.words}>
        <span className={styles.pay}>
          {isPricing
            ? t('pay.pricing')
            : amount === 0
              ? t('pay.free')
              : t('pay.submit', { amount: money(amount) })}
        </span>{' '}
        {amount > 0 && !isPricing && <span className={styles.duty}>{t('pay.duty')}</span>}
      </span>
    </Button>
  )
}

export type Started = Output<typeof payments.entryFeePayment>

type PayFormProps = {
  form: PayFormState
  known: Partial<Billing>
  channels: Channels
  price: { amount: number; currency: string }
  /** What the buyer pays, and how it comes about. */
  summary: ReactNode
  children?: ReactNode
  isPricing: boolean
  isBusy: boolean
  /** An entry fee: judging may begin while a consumer could still withdraw. */
  isEntryFee?: boolean
  pay: (values: PayValues) => Promise<Started>
  onFree: () => void
}

/** Payment channel and billing address at the left, the price at the right. */
export function PayForm({ form, known, price, isEntryFee = false, ...act }: PayFormProps) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const navigate = useNavigate()
  const user = useCurrentUser()
  const begins = useWaiverDate()
  const isFree = price.amount === 0
  const isConsumer = form.billing.kind === 'consumer'
  const asksWaiver = isEntryFee && isConsumer && !isFree && begins !== undefined
  // By the country that is known at first: a list that changes its order while one types is no help.
  const channels = act.channels.toSorted(
    (a, b) => channelRank(a.channel, known.country) - channelRank(b.channel, known.country),
  )
  const channel = form.chosen ?? channels.find(({ enabled }) => enabled)?.channel

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (act.isBusy || act.isPricing) return
    const values = form.complete(channel)
    if (!values) return
    storedBilling(user?.id ?? '').write(values.billing)
    form.setSaved()
    try {
      const consumer_waiver = asksWaiver && values.consumer_waiver
      const { order_no, action } = await act.pay({ ...values, consumer_waiver })
      if (action.type === 'none') return act.onFree()
      // The order's own page lies behind that of the card service: going back finds it.
      await navigate(paths.payResult(order_no), { state: { action } })
      if (action.type === 'redirect') window.location.assign(action.url)
    } catch (error) {
      if (failureOf(error).kind === 'business') form.refuse(error)
    }
  }

  return (
    <form className={styles.layout} noValidate onSubmit={(event) => void submit(event)}>
      <div>
        {act.children}
        {/* A zero amount needs no channel choice; sends the first open channel. */}
        <div hidden={isFree}>
          <ChannelChoice
            channels={channels}
            price={{ amount_minor: price.amount, currency: price.currency }}
            chosen={channel}
            error={form.errors.channel}
            onChoose={form.choose}
          />
        </div>
        <SectionHeading>{t('pay.billing')}</SectionHeading>
        <BillingFields form={form} />
        {asksWaiver && (
          <div className={styles.waiver}>
            <Checkbox
              name="consumer_waiver"
              label={t('waiver.text')}
              hint={t('waiver.note', { date: format.date(begins) })}
              checked={form.waives}
              onChange={({ target }) => form.setWaives(target.checked)}
            />
          </div>
        )}
      </div>
      {/* The press of a payer who has just typed a number still counts: the server has the price of the number. */}
      <aside
        className={styles.summary}
        aria-label={t('pay.summary')}
        aria-busy={act.isPricing || form.isTyping}
      >
        {act.summary}
        <OrderButton {...price} isBusy={act.isBusy} isPricing={act.isPricing} />
        <p className={styles.note}>{t('pay.note')}</p>
      </aside>
    </form>
  )
}
