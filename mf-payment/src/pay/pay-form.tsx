import { failureOf, fieldErrors } from '@awards/shared/client'
import { payments, type Billing, type Output } from '@awards/shared/contract'
import type { Channel } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { useCurrentUser, useUnsavedWork } from '@awards/shared/session'
import { Loader, SectionHeading, zodRule } from '@awards/shared/ui'
import { Button, Checkbox, Form } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { BillingFields } from './billing-fields.tsx'
import { billingMemory } from './billing-memory.ts'
import { ChannelChoice, type Channels } from './channel-choice.tsx'
import styles from './pay-form.module.css'
import { useKnownBilling } from './use-known-billing.ts'

type Started = Output<typeof payments.entryFeePayment>
export type PayValues = { channel: Channel; billing: Billing; consumer_waiver?: boolean }

type PayFormProps = {
  channels: Channels
  /** What the buyer pays, told what is known of the buyer so far. */
  summary: (billing: Partial<Billing>) => ReactNode
  children?: ReactNode
  isReady: boolean
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
})

/** Way of payment and billing address at the left, what is paid at the right. */
export function PayForm(props: PayFormProps) {
  const { isLoading, billing } = useKnownBilling()
  return isLoading ? <Loader /> : <KnownPayForm {...props} known={billing} />
}

type KnownPayFormProps = PayFormProps & { known: Partial<Billing> }

function KnownPayForm({ channels, summary, children, known, ...act }: KnownPayFormProps) {
  const { t } = useTranslation('payment')
  const navigate = useNavigate()
  const user = useCurrentUser()
  const [form] = Form.useForm<PayValues>()
  const [isDirty, setIsDirty] = useState(false)
  useUnsavedWork(isDirty)
  const billing = Form.useWatch('billing', form)
  const initial = {
    channel: channels.find(({ enabled }) => enabled)?.channel,
    billing: known,
  }

  const finish = async (values: PayValues) => {
    const complete = { ...values, billing: filled(values.billing) }
    billingMemory.write(user?.id ?? '', complete.billing)
    // It is kept now, and nothing may stand between the buyer and the page of the payment service.
    setIsDirty(false)
    try {
      const { order_no, action } = await act.pay(complete)
      if (action.type === 'redirect') window.location.assign(action.url)
      else if (action.type === 'none') act.onFree()
      else navigate(paths.payResult(order_no), { state: { action } })
    } catch (error) {
      const { kind } = failureOf(error)
      if (kind === 'business') {
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
      initialValues={initial}
      validateTrigger="onBlur"
      scrollToFirstError={{ block: 'center', focus: true }}
      onValuesChange={() => setIsDirty(true)}
      onFinish={finish}
    >
      <div>
        {children}
        <SectionHeading>{t('pay.channel')}</SectionHeading>
        <Form.Item name="channel" rules={[zodRule(Choice)]}>
          <ChannelChoice channels={channels} />
        </Form.Item>
        <SectionHeading>{t('pay.billing')}</SectionHeading>
        <BillingFields />
        {billing?.kind === 'consumer' && (
          <Form.Item name="consumer_waiver" valuePropName="checked">
            <Checkbox>{t('pay.waiver')}</Checkbox>
          </Form.Item>
        )}
      </div>
      <aside className={styles.summary}>
        {summary(billing ?? {})}
        <Button
          block
          type="primary"
          size="large"
          htmlType="submit"
          disabled={!act.isReady}
          loading={act.isBusy}
        >
          {t('pay.submit')}
        </Button>
        <p className={styles.note}>{t('pay.note')}</p>
      </aside>
    </Form>
  )
}
