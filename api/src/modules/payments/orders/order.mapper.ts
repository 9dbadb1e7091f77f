import type { PayerRate, PaymentOrder } from '@awards/shared/contract'
import {
  CHANNEL_FACTS,
  PAYMENT_MOMENTS,
  PAYMENT_STATUS,
  awaitedUntil,
  paymentStatusText,
  type PaymentActor,
  type PaymentMoment,
} from '@awards/shared/domain'
import type { BankAccount } from '../channels/channels.ts'
import type { Order, PayableEntry } from '../payment-types.ts'
import { isBounced, processingSince } from './apply-payment.ts'
import type { OrderFacts } from './orders.repository.ts'

type TimelineMoment = NonNullable<PaymentOrder['timeline']>[number]

const S = PAYMENT_STATUS
const MOMENT_OF: Record<number, PaymentMoment> = {
  [S.created]: 'created',
  [S.awaiting]: 'awaiting',
  [S.closed]: 'closed',
  [S.failed]: 'failed',
}

/** The timeline of an order, oldest first: event, time, actor, amount and reference. */
export function timelineOf(order: Order, facts: OrderFacts): TimelineMoment[] {
  const { history, payments, refunds, documents } = facts
  const moments: TimelineMoment[] = []
  const add = (
    moment: PaymentMoment,
    at: Date,
    by: PaymentActor,
    more: { amount_minor?: number; reference?: string | null } = {},
  ) =>
    moments.push({
      moment,
      at: at.toISOString(),
      by,
      amount_minor: more.amount_minor ?? null,
      reference: more.reference ?? null,
    })

  for (const { to_status, at, by_actor } of history) {
    const moment = MOMENT_OF[to_status]
    if (!moment) continue
    const isRefusal = moment === 'closed' && isBounced(order)
    add(isRefusal ? 'failed' : moment, at, by_actor as PaymentActor)
  }
  const [first, ...others] = payments
  if (first) {
    const taken = history.find(({ to_status }) => RECEIVED.includes(to_status))
    const by = (taken?.by_actor ?? 'provider') as PaymentActor
    // A transfer counts from its confirmation by the organiser; its value date is earlier.
    const at = by === 'organiser' ? (taken?.at ?? first.at) : first.at
    const { amount_minor, provider_txn: reference } = first
    add(receivedAs(order, taken?.to_status), at, by, { amount_minor, reference })
  }
  for (const { at, amount_minor, provider_txn: reference } of others) {
    add('duplicate', at, 'provider', { amount_minor, reference })
  }
  for (const refund of refunds) {
    const details = { amount_minor: refund.amount_minor, reference: refund.out_refund_no }
    add('refund_requested', refund.created_at, requestedBy(refund), details)
    const by = CHANNEL_FACTS[order.channel].isManual ? 'organiser' : 'provider'
    if (refund.status === 'succeeded') add('refund_done', refund.updated_at, by, details)
    if (refund.status === 'failed') add('refund_failed', refund.updated_at, by, details)
  }
  for (const { kind, number: reference, issued_at } of documents) {
    if (kind !== 'invoice' && kind !== 'credit_note') continue
    add(kind, issued_at, 'system', { reference })
  }
  return moments.sort((one, other) => one.at.localeCompare(other.at) || rank(one) - rank(other))
}

const RECEIVED: readonly number[] = [S.paid, S.refunding, S.mismatch]

function receivedAs(order: Order, status: number | undefined): PaymentMoment {
  if (status === S.mismatch) return 'mismatch'
  if (order.is_duplicate) return 'duplicate'
  return order.is_late ? 'paid_late' : 'paid'
}

const requestedBy = (refund: OrderFacts['refunds'][number]): PaymentActor =>
  refund.is_automatic ? 'system' : refund.is_by_payer ? 'payer' : 'organiser'

const rank = ({ moment }: TimelineMoment) => PAYMENT_MOMENTS.indexOf(moment)

/** Poll interval of the page that waits for the payment. */
export const POLL_MS = 2_500

type OrderView = {
  /** True once none of the order's fees takes money. */
  isFeeSettled: boolean
  facts: OrderFacts
  bank: BankAccount | undefined
  payerRate: PayerRate | undefined
  now: Date
}

/** An order as its entrant sees it, with the next step and the timeline. */
export const toPaymentOrder = (
  order: Order,
  entry: PayableEntry,
  { isFeeSettled, facts, bank, payerRate, now }: OrderView,
): PaymentOrder => ({
  order_no: order.order_no,
  status: order.status,
  status_text: paymentStatusText(order.status),
  fee_type: order.fee_type,
  apply_order_id: entry.id,
  entry_no: entry.entry_no,
  title: entry.title,
  channel: order.channel,
  amount: order.amount_minor,
  currency: order.currency,
  expires_at: order.expires_at.toISOString(),
  paid_at: order.paid_at?.toISOString() ?? null,
  awaited_until: resultDueAt(order)?.toISOString() ?? null,
  is_bounced: isBounced(order),
  is_fee_settled: isFeeSettled,
  is_late: order.is_late,
  is_duplicate: order.is_duplicate,
  action: isPayable(order, now) ? nextStep(order, bank) : null,
  payer_rate: isPayable(order, now) ? (payerRate ?? null) : null,
  ...(facts.lines.length > 1 && { lines: facts.lines }),
  refunded: facts.refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0),
  invoice_no: facts.documents.findLast(({ kind }) => kind === 'invoice')?.number ?? null,
  timeline: timelineOf(order, facts),
})

/**
 * What a member sees of an order that also pays for works of others: the lines of the own works. The way to pay, the
 * documents and the history are about all of them.
 */
export function partOf(
  order: PaymentOrder,
  entries: readonly PayableEntry[],
  { lines, refunds }: OrderFacts,
): PaymentOrder {
  const isShown = ({ apply_order_id }: { apply_order_id: string | null }) =>
    entries.some(({ id }) => id === apply_order_id)
  const shown = lines.filter(isShown)
  const refunded = refunds.filter((one) => isShown(one) && one.status === 'succeeded')
  return {
    ...order,
    is_part: true,
    lines: shown,
    amount: shown.reduce((sum, { amount }) => sum + amount, 0),
    refunded: refunded.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    action: null,
    payer_rate: null,
    timeline: [],
  }
}

/** When the result of a delayed payment is due; null unless the provider is processing it. */
function resultDueAt(order: Order): Date | null {
  const since = processingSince(order)
  return since && awaitedUntil(since)
}

const isPayable = (order: Order, now: Date) =>
  !processingSince(order) &&
  order.expires_at > now &&
  (order.status === PAYMENT_STATUS.awaiting ||
    (order.status === PAYMENT_STATUS.created && CHANNEL_FACTS[order.channel].isManual))

/** The QR code of an open WeChat order, also as an SVG for clients that cannot draw it. */
export async function toQrcode(order: Order) {
  const { default: QRCode } = await import('qrcode')
  const codeUrl = order.code_url ?? ''
  const svg = await QRCode.toString(codeUrl, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return {
    order_no: order.order_no,
    code_url: codeUrl,
    qrcode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    amount: order.amount_minor,
    currency: order.currency,
    expires_at: order.expires_at.toISOString(),
    poll_ms: POLL_MS,
  }
}

/** The payer's next step; constant while the order can be paid. */
function nextStep(order: Order, bank: BankAccount | undefined) {
  const { action } = CHANNEL_FACTS[order.channel]
  if (action === 'bank' && bank) {
    const due_at = order.expires_at.toISOString()
    return { type: 'bank' as const, reference: order.order_no, ...bank, due_at }
  }
  const url = order.code_url ?? ''
  if (action === 'redirect') return { type: 'redirect' as const, url }
  return { type: 'qrcode' as const, code_url: url, poll_ms: POLL_MS }
}

/** The answer to a checkout: the order it opened. */
export const toStarted = (order: Order, bank: BankAccount | undefined) => ({
  order_no: order.order_no,
  status: order.status,
  amount: order.amount_minor,
  currency: order.currency,
  expires_at: order.expires_at.toISOString(),
  action: nextStep(order, bank),
})

/** The answer to a checkout of a fee of zero, which is settled without an order. */
export const settledForFree = (currency: string, now: Date) => ({
  order_no: '',
  status: PAYMENT_STATUS.paid,
  amount: 0,
  currency,
  expires_at: now.toISOString(),
  action: { type: 'none' as const },
})
