import QRCode from 'qrcode'
import type { PaymentOrder } from '@awards/shared/contract'
import { awaitedUntil, PAYMENT_STATUS, paymentStatusText } from '@awards/shared/domain'
import type { BankAccount } from '../channels/channels.ts'
import type { OrderFacts } from './order-facts.repository.ts'
import { momentsOf } from './order-timeline.ts'
import { isBounced, processingSince } from './apply-payment.ts'
import type { Order, PayableEntry } from '../payment-types.ts'

export const POLL_MS = 2_500

type Known = { facts: OrderFacts; bank: BankAccount | undefined; now: Date }

/** An order as its entrant sees it, the next step and its history included. */
export const toPaymentOrder = (
  order: Order,
  entry: PayableEntry,
  { facts, bank, now }: Known,
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
  awaited_until: awaitedOf(order)?.toISOString() ?? null,
  is_bounced: isBounced(order),
  is_late: order.is_late,
  is_duplicate: order.is_duplicate,
  action: isPayable(order, now) ? nextStep(order, bank) : null,
  refunded: facts.refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0),
  invoice_no: facts.documents.findLast(({ kind }) => kind === 'invoice')?.number ?? null,
  timeline: momentsOf(order, facts),
})

/** Until when the provider's word has come, while it works on the order. */
function awaitedOf(order: Order): Date | null {
  const since = processingSince(order)
  return since && awaitedUntil(since)
}

const isPayable = (order: Order, now: Date) =>
  !processingSince(order) &&
  order.expires_at > now &&
  (order.status === PAYMENT_STATUS.awaiting ||
    (order.status === PAYMENT_STATUS.created && order.channel === 'bank_transfer'))

/** The code of an open wallet order, also as a picture for clients that do not draw it. */
export async function toQrcode(order: Order) {
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

/** What the entrant has to do next; the same as long as the order can be paid. */
function nextStep(order: Order, bank: BankAccount | undefined) {
  if (order.channel === 'bank_transfer' && bank) {
    const due_at = order.expires_at.toISOString()
    return { type: 'bank' as const, reference: order.order_no, ...bank, due_at }
  }
  const url = order.code_url ?? ''
  if (order.channel === 'card') return { type: 'redirect' as const, url }
  return { type: 'qrcode' as const, code_url: url, poll_ms: POLL_MS }
}

/** An order that was just opened. */
export const toStarted = (order: Order, bank: BankAccount | undefined) => ({
  order_no: order.order_no,
  status: order.status,
  amount: order.amount_minor,
  currency: order.currency,
  expires_at: order.expires_at.toISOString(),
  action: nextStep(order, bank),
})

/** Nothing to pay: the fee is settled without an order. */
export const settledForFree = (currency: string, now: Date) => ({
  order_no: '',
  status: 2,
  amount: 0,
  currency,
  expires_at: now.toISOString(),
  action: { type: 'none' as const },
})
