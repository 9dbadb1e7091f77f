import { ReasonField } from '../common/reason-dialog.tsx'
import { errorReason, failureOf, useApiMutation, useApiQuery } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { TextLink } from '@awards/shared/ui'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { App, Form, Input, Select, InputNumber, Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import dialogStyles from '../common/common.module.css'
import { judge, money, publicationAdded, type PaymentRow } from '@awards/shared/contract'
import { useFormat, useLanguage, translateMessage } from '@awards/shared/i18n'
import { amountField } from '@awards/shared/forms/amount-field'
import {
  ENTRY_FEE_MACHINE,
  MANUAL_ENTRY_FEE_EVENTS,
  MANUAL_WINNER_FEE_EVENTS,
  WINNER_FEE_MACHINE,
  entryFeeStatusText,
  majorUnits,
  minorUnits,
  next,
  winnerFeeStatusText,
  type EntryFeeEvent,
  type EntryFeeStatus,
  type WinnerFeeStatus,
  FEE_TYPE,
  PAYMENT_STATUS,
} from '@awards/shared/domain'

export type Fee = 'entry' | 'winner'
type FeeTarget = { status: number; name: string; event: EntryFeeEvent }

/** The statuses to which a fee can be set by hand from where it stands. */
export function feeTargets(fee: Fee, from: number): FeeTarget[] {
  const events: Record<string, EntryFeeEvent> =
    fee === 'entry' ? MANUAL_ENTRY_FEE_EVENTS : MANUAL_WINNER_FEE_EVENTS
  const allows = (event: EntryFeeEvent) =>
    fee === 'entry'
      ? next(ENTRY_FEE_MACHINE, from as EntryFeeStatus, event) !== undefined
      : next(WINNER_FEE_MACHINE, from as WinnerFeeStatus, event) !== undefined
  const nameOf = fee === 'entry' ? entryFeeStatusText : winnerFeeStatusText
  return Object.entries(events)
    .filter(([, event]) => allows(event))
    .map(([status, event]) => ({ status: Number(status), name: nameOf(Number(status)), event }))
}

const OPEN: readonly number[] = [PAYMENT_STATUS.created, PAYMENT_STATUS.awaiting]
const CLOSED: readonly number[] = [PAYMENT_STATUS.closing, PAYMENT_STATUS.closed]

/**
 * The transfer that an entrant has announced for a fee, and whose amount should have arrived: that of the open one, or of
 * the latest that has closed, for which money may come all the same.
 */
function useTransfers(entryNo: string, fee: Fee) {
  const fee_type = fee === 'entry' ? FEE_TYPE.entry : FEE_TYPE.winner_package
  const input = { keyword: entryNo, channel: 'bank_transfer', fee_type, pageSize: 20 } as const
  const { data } = useApiQuery(money.paymentList, input)
  const isFor = ({ entry_no, lines = [] }: PaymentRow) =>
    entry_no === entryNo || lines.some((line) => line.entry_no === entryNo)
  const latest = (statuses: readonly number[]) =>
    data?.list.find((order) => isFor(order) && statuses.includes(order.status))
  const open = latest(OPEN)
  return { open, expected: open ?? latest(CLOSED) }
}

/** The currency of an announced transfer; another one is due in that of the programme's prices. */
function useFeeCurrency(order: PaymentRow | undefined) {
  const options = { skip: order !== undefined, skipErrorHandler: true }
  const { data } = useApiQuery(publicationAdded.feeTable, {}, options)
  return order?.currency ?? data?.currency ?? 'EUR'
}

/** The refusal and its remedy; field errors stand beside their fields. */
function FeeRefusal({ error }: { error: unknown }) {
  const { i18n } = useTranslation('jury')
  const failure = failureOf(error)
  if (typeof failure.msg !== 'string') return null
  const key = `fee.refusal.${errorReason(error) ?? ''}`
  const text = i18n.exists(key, { ns: 'jury' }) ? i18n.t(key, { ns: 'jury' }) : undefined
  return (
    <Alert type="warning" showIcon role="alert" title={text ?? translateMessage(failure.msg)} />
  )
}

/** The trace of a transfer at the bank; the amount is that of the announced order. */
function FeeEvidence({ order, currency }: { order: PaymentRow | undefined; currency: string }) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const amount = amountField(useLanguage(), currency)
  const required = (key: string) => [{ required: true, message: t(key) }]
  return (
    <>
      {order && (
        <p className={dialogStyles.text}>
          {t(OPEN.includes(order.status) ? 'fee.expected' : 'fee.expectedClosed', {
            amount: format.money({ amount_minor: order.amount, currency: order.currency }),
            reference: order.order_no,
          })}
        </p>
      )}
      <Form.Item
        name={['evidence', 'amount_minor']}
        label={t('fee.amount', { currency })}
        initialValue={order && majorUnits({ amount_minor: order.amount, currency })}
        key={order?.order_no}
        rules={required('fee.amountNeeded')}
      >
        <InputNumber<number> {...amount} className={dialogStyles.wide ?? ''} min={0} />
      </Form.Item>
      <Form.Item
        name={['evidence', 'value_date']}
        label={t('fee.date')}
        rules={required('fee.dateNeeded')}
      >
        <Input type="date" />
      </Form.Item>
      <Form.Item
        name={['evidence', 'reference']}
        label={t('fee.reference')}
        rules={required('fee.referenceNeeded')}
      >
        <Input maxLength={80} />
      </Form.Item>
    </>
  )
}

const ON_TRANSFER: readonly string[] = ['confirm_transfer', 'transfer_not_received', 'waive']

/** What the change means for the other entries that an announced transfer pays for. */
function BasketNote({ order, event }: { order: PaymentRow | undefined; event: EntryFeeEvent }) {
  const { t } = useTranslation('jury')
  if (!order?.lines || !ON_TRANSFER.includes(event)) return null
  return (
    <p className={dialogStyles.text}>
      {t(`fee.basket.${event}`, {
        count: order.lines.length,
        numbers: order.lines.map((line) => line.entry_no).join(', '),
      })}
    </p>
  )
}

type FeeDialogProps = {
  fee: Fee
  id: string
  entryNo: string
  version: number
  status: number
  onClose: () => void
}
type Values = {
  status: number
  reason: string
  /** The amount is typed in units of its currency and sent in minor ones. */
  evidence?: { amount_minor: number; value_date: string; reference: string }
}

/** Changes the status of a fee by hand; money that has arrived needs its trace at the bank. */
export function FeeDialog({ fee, id, entryNo, version: latest, status, onClose }: FeeDialogProps) {
  const { t } = useTranslation(['jury', 'shared'])
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [changeEntry, entry] = useApiMutation(judge.changeEntryFeeStatus)
  const [changeWinner, winner] = useApiMutation(judge.changeWinnerPackageFeeStatus)
  const { open, expected } = useTransfers(entryNo, fee)
  const currency = useFeeCurrency(expected)
  // The one that the dialog was opened with: money that came meanwhile refuses the change, until the chair has looked again.
  const [version] = useState(latest)
  const targets = feeTargets(fee, status)
  const chosen = Form.useWatch('status', form)
  const target = targets.find((one) => one.status === chosen)
  const needsEvidence = target?.event === 'confirm_transfer'

  const send = async ({ evidence, ...values }: Values) => {
    const change = fee === 'entry' ? changeEntry : changeWinner
    const amount_minor = minorUnits(evidence?.amount_minor ?? 0, currency)
    const result = await change({
      apply_order_id: id,
      version,
      ...values,
      ...(needsEvidence && evidence && { evidence: { ...evidence, amount_minor } }),
    })
    if ('error' in result) return
    void message.success(t('fee.changed'))
    onClose()
  }
  return (
    <FormDialog<Values>
      title={t(fee === 'entry' ? 'fee.entry' : 'fee.winner')}
      text={t('fee.text')}
      confirm={t('fee.confirm')}
      form={form}
      isSending={entry.isLoading || winner.isLoading}
      error={entry.error ?? winner.error}
      refusal={(error) => <FeeRefusal error={error} />}
      after={<TextLink to={paths.payments({ keyword: entryNo })}>{t('fee.toPayments')}</TextLink>}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="status"
        label={t('fee.status')}
        rules={[{ required: true, message: t('fee.statusNeeded') }]}
      >
        <Select
          options={targets.map(({ status: value, name }) => ({
            value,
            label: t(`shared:status.${fee}_fee.${name}`),
          }))}
        />
      </Form.Item>
      {target && <BasketNote order={needsEvidence ? expected : open} event={target.event} />}
      {needsEvidence && <FeeEvidence order={expected} currency={currency} />}
      <ReasonField rows={2} />
    </FormDialog>
  )
}
