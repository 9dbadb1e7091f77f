import { failureOf, fieldErrors } from '@awards/shared/client'
import {
  type Billing,
  type Money,
  type Output,
  payments,
  type TaxBuyer,
} from '@awards/shared/contract'
import {
  DAY_MS,
  CHANNEL_FACTS,
  channelRank,
  type Channel,
  WITHDRAWAL_DAYS,
} from '@awards/shared/domain'
import { useSiteTime } from '../common/site-clock.ts'
import { paths } from '@awards/shared/paths'
import { useCurrentUser, useUnsavedWork } from '@awards/shared/session'
import { SectionHeading, zodRule } from '@awards/shared/ui'
import { Form, Radio, Button, Checkbox, type FormInstance, type RadioGroupProps } from 'antd'
import { useState, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { PracticeNote } from '../common/practice-note.tsx'
import { BillingFields } from './billing-fields.tsx'
import { invoiceName, storedBilling, taxBuyer } from './billing.ts'
import styles from './pay-form.module.css'
import { useMoney, usePayerPrice } from '../common/use-money.ts'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { useSettled } from '../common/use-settled.ts'

/** Whether judging begins while a consumer who pays now could still withdraw. */
export function needsWaiver(server_now: string, judging: string | null): boolean {
  if (judging === null) return false
  return Date.parse(judging) - Date.parse(server_now) < WITHDRAWAL_DAYS * DAY_MS
}

/** Waiver of the right of withdrawal; asked when judging begins within the withdrawal period. */
function Waiver() {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { data } = useSiteTime()
  const begins = data?.judging.starts_at
  if (!data || !begins || !needsWaiver(data.server_now, begins)) return null
  return (
    <Form.Item
      name="consumer_waiver"
      valuePropName="checked"
      className={styles.waiver ?? ''}
      extra={t('waiver.note', { date: format.date(begins) })}
    >
      <Checkbox>{t('waiver.text')}</Checkbox>
    </Form.Item>
  )
}

type Channels = Output<typeof payments.getEntryFeePaymentChannel>

type ChannelChoiceProps = Pick<RadioGroupProps, 'value' | 'onChange' | 'id'> & {
  channels: Channels
  price: Money
  /** The heading that asks. */
  labelledBy: string
}

/** The ways to pay; one that is not open says why. */
function ChannelChoice({ channels, price, labelledBy, ...group }: ChannelChoiceProps) {
  const language = useLanguage()
  const payerPrice = usePayerPrice()
  return (
    <Radio.Group {...group} aria-labelledby={labelledBy} className={styles.group ?? ''}>
      {channels.map(({ channel, name, enabled, reason, payer_rate }) => (
        <Radio key={channel} value={channel} disabled={!enabled} className={styles.channel ?? ''}>
          <span className={styles.name}>{name}</span>
          <span className={styles.text}>
            {enabled ? CHANNEL_FACTS[channel].hint[language] : reason}
          </span>
          {enabled && payer_rate && (
            <span className={styles.text}>{payerPrice(price, payer_rate)}</span>
          )}
        </Radio>
      ))}
    </Radio.Group>
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
export type PayValues = {
  channel: Channel
  billing: Billing
  keep_billing?: boolean
  consumer_waiver?: boolean
}

type PayFormProps = {
  form: FormInstance<PayValues>
  known: Partial<Billing>
  channels: Channels
  price: { amount: number; currency: string }
  /** What the buyer pays, and how it comes about. */
  summary: ReactNode
  children?: ReactNode
  isPricing: boolean
  isBusy: boolean
  pay: (values: PayValues) => Promise<Started>
  onFree: () => void
}

const Choice = payments.entryFeePayment.input.shape.channel

/** An empty optional number is left out. */
const filled = (billing: Billing): Billing => ({
  ...billing,
  siren: billing.siren || undefined,
  vat_no: billing.vat_no || undefined,
  tax_id: billing.tax_id || undefined,
  po_number: billing.po_number || undefined,
})

/** Payment channel and billing address at the left, the price at the right. */
export function PayForm({ form, known, price, ...act }: PayFormProps) {
  const { t } = useTranslation('payment')
  const navigate = useNavigate()
  const user = useCurrentUser()
  const [isDirty, setIsDirty] = useState(false)
  useUnsavedWork(isDirty)
  const kind = Form.useWatch(['billing', 'kind'], form)
  const isFree = price.amount === 0
  // By the country that is known at first: a list that changes its order while one types is no help.
  const channels = act.channels.toSorted(
    (a, b) => channelRank(a.channel, known.country) - channelRank(b.channel, known.country),
  )

  const followKind = ({ billing: changed }: { billing?: Partial<Billing> }) => {
    setIsDirty(true)
    if (!changed?.kind) return
    const others = (['business', 'consumer'] as const).map((one) => invoiceName(user, one))
    // A name that somebody typed stays.
    if (others.includes(form.getFieldValue(['billing', 'name']) ?? ''))
      form.setFieldValue(['billing', 'name'], invoiceName(user, changed.kind))
  }

  const finish = async (values: PayValues) => {
    const complete = { ...values, billing: filled(values.billing) }
    storedBilling(user?.id ?? '').write(complete.billing)
    // The address is saved; no unsaved-work prompt may hold up the redirect to the payment provider.
    setIsDirty(false)
    try {
      const { order_no, action } = await act.pay(complete)
      if (action.type === 'none') return act.onFree()
      // The order's own page lies behind that of the card service: going back finds it.
      await navigate(paths.payResult(order_no), { state: { action } })
      if (action.type === 'redirect') window.location.assign(action.url)
    } catch (error) {
      const { kind: failure } = failureOf(error)
      if (failure === 'business') {
        form.setFields(fieldErrors(error).map((one) => ({ ...one, name: one.name as never })))
      }
    }
  }

  return (
    <Form
      form={form}
      layout="vertical"
      name="pay"
      className={styles.layout ?? ''}
      initialValues={{ channel: channels.find(({ enabled }) => enabled)?.channel, billing: known }}
      validateTrigger="onBlur"
      scrollToFirstError={{ block: 'center', focus: true }}
      onValuesChange={followKind}
      onFinish={finish}
    >
      <div>
        {act.children}
        {/* A zero amount needs no channel choice; sends the first open channel. */}
        <div hidden={isFree}>
          <SectionHeading id="pay-channel">{t('pay.channel')}</SectionHeading>
          <PracticeNote />
          <Form.Item name="channel" rules={[zodRule(Choice)]} className={styles.channels ?? ''}>
            <ChannelChoice
              channels={channels}
              price={{ amount_minor: price.amount, currency: price.currency }}
              labelledBy="pay-channel"
            />
          </Form.Item>
        </div>
        <SectionHeading>{t('pay.billing')}</SectionHeading>
        <BillingFields />
        {kind === 'consumer' && !isFree && <Waiver />}
      </div>
      <aside className={styles.summary} aria-label={t('pay.summary')} aria-busy={act.isPricing}>
        {act.summary}
        <OrderButton {...price} isBusy={act.isBusy} isPricing={act.isPricing} />
        <p className={styles.note}>{t('pay.note')}</p>
      </aside>
    </Form>
  )
}

/** The buyer's tax facts from the form; numbers are debounced. */
function useBuyer(billing: Partial<Billing> | undefined): TaxBuyer | undefined {
  const { kind, country } = billing ?? {}
  const vat_no = useSettled(billing?.vat_no ?? '')
  const tax_id = useSettled(billing?.tax_id ?? '')
  return useMemo(() => taxBuyer({ kind, country, vat_no, tax_id }), [kind, country, vat_no, tax_id])
}

/** The form of a payment, and the buyer that it describes at the moment. */
export function usePayForm(known: Partial<Billing>) {
  const [form] = Form.useForm<PayValues>()
  const billing = Form.useWatch('billing', form)
  return { form, buyer: useBuyer(billing ?? known) }
}
