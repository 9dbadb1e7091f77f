import QRCode from 'qrcode'
import type { PaymentOrder } from '@awards/shared/contract'
import { paymentStatusText } from '@awards/shared/domain'
import type { BankAccount } from './channels.ts'
import type { Order, PayableEntry } from './payment-types.ts'

export const POLL_MS = 3_000

export const toPaymentOrder = (order: Order, entry: PayableEntry): PaymentOrder => ({
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
  is_late: order.is_late,
  is_duplicate: order.is_duplicate,
})

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

/** What the entrant has to do next. */
export function toStarted(order: Order, bank: BankAccount | undefined) {
  const expires_at = order.expires_at.toISOString()
  const { order_no, status, amount_minor: amount, currency } = order
  const started = { order_no, status, amount, currency, expires_at }
  if (order.channel === 'bank_transfer' && bank) {
    const action = { type: 'bank' as const, reference: order_no, ...bank, due_at: expires_at }
    return { ...started, action }
  }
  const code_url = order.code_url ?? ''
  return { ...started, action: { type: 'qrcode' as const, code_url, poll_ms: POLL_MS } }
}

/** Nothing to pay: the fee is settled without an order. */
export const settledForFree = (currency: string, now: Date) => ({
  order_no: '',
  status: 2,
  amount: 0,
  currency,
  expires_at: now.toISOString(),
  action: { type: 'none' as const },
})
