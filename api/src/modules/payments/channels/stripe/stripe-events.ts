import { next, PAYMENT_MACHINE, type PaymentAlert } from '@awards/shared/domain'
import type Stripe from 'stripe'
import { formatMoney } from '../../../../lib/format.ts'
import { alertsRepository } from '../../alerts.repository.ts'
import { settleClosing } from '../../orders/reconcile.ts'
import { ordersRepository } from '../../orders/orders.repository.ts'
import { applyPayment, recordProcessing, type CoreContext } from '../../orders/apply-payment.ts'
import type { Order } from '../../payment-types.ts'
import { applyRefund } from '../../refunds/refunds.ts'
import { refundsRepository } from '../../refunds/refunds.repository.ts'
import { retrieveSession, seen } from './checkout-session.ts'
import { refundSeen } from './refund-of-payment.ts'
import type { StripeClient } from './stripe-client.ts'

const NOTIFY = { source: 'notify' }
const ORDER_NO = /^[0-9A-Za-z]{6,32}$/

/** What became of an event, and of which order it told. */
export type EventOutcome = { outcome: string; order_no: string | null }
const ignored: EventOutcome = { outcome: 'ignored', order_no: null }

/**
 * Takes in what an event tells of. An event only says where to look: what it tells of is read again
 * from Stripe before anything changes.
 */
export function handleEvent(
  context: CoreContext,
  client: StripeClient,
  event: Stripe.Event,
): Promise<EventOutcome> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return handleSession(context, client, event.data.object)
    case 'refund.updated':
    case 'refund.failed':
      return handleRefund(context, client, event.data.object)
    case 'charge.refunded':
      return handleOutsideRefund(context, client, event.data.object)
    case 'charge.dispute.created':
      return handleDispute(context, client, event.data.object)
    default:
      return Promise.resolve(ignored)
  }
}

async function handleSession(
  context: CoreContext,
  client: StripeClient,
  { id, client_reference_id }: Stripe.Checkout.Session,
): Promise<EventOutcome> {
  // The account may sell other things as well; those carry no number of ours.
  if (!client_reference_id || !ORDER_NO.test(client_reference_id)) return ignored
  const order_no = client_reference_id
  const session = await retrieveSession(client, id)
  if (session?.client_reference_id !== order_no) return { outcome: 'foreign', order_no: null }
  const order = await ordersRepository(context.db).find(order_no)
  const state = seen(session)
  if (order?.channel !== 'card') {
    if (state.state === 'paid') await raiseAlert(context, 'UNKNOWN_ORDER', order_no, session.id)
    return { outcome: 'unknown_order', order_no: null }
  }
  if (state.state === 'paid') {
    return { outcome: await applyPayment(context, order_no, state.payment, NOTIFY), order_no }
  }
  if (state.state === 'processing') await recordProcessing(context, order)
  if (state.state === 'closed') await giveUp(context, order)
  return { outcome: state.state, order_no }
}

/** Nothing comes any more: the order ends now, and the fee can be paid in another way. */
async function giveUp(context: CoreContext, order: Order) {
  const status = next(PAYMENT_MACHINE, order.status, 'close')
  if (status === undefined) return
  const at = context.clock()
  const change = { status, next_check_at: at }
  const by = { by: 'provider', at } as const
  await ordersRepository(context.db).move(order.order_no, order.status, change, by)
  await settleClosing(context, order.order_no)
}

async function handleRefund(
  context: CoreContext,
  { api }: StripeClient,
  { id }: Stripe.Refund,
): Promise<EventOutcome> {
  const refund = await api.refunds.retrieve(id)
  const { order_no = null, out_refund_no } = refund.metadata ?? {}
  if (!out_refund_no) return ignored
  const state = refundSeen(refund)
  await applyRefund(context, out_refund_no, state, NOTIFY)
  return { outcome: state, order_no }
}

/** Money that was sent back at Stripe itself, past the site: a person has to put the books right. */
async function handleOutsideRefund(
  context: CoreContext,
  { api }: StripeClient,
  { id, payment_intent }: Stripe.Charge,
): Promise<EventOutcome> {
  const order = await orderOfCharge(context, api, id)
  if (!order || typeof payment_intent !== 'string') return ignored
  const { order_no } = order
  const own = refundsRepository(context.db)
  for await (const refund of api.refunds.list({ payment_intent, limit: 100 })) {
    const number = refund.metadata?.['out_refund_no']
    if (refundSeen(refund) === 'failed' || (number && (await own.find(number)))) continue
    await raiseAlert(context, 'EXTERNAL_REFUND', order_no, `${textOf(refund)} · ${refund.id}`)
    return { outcome: 'external_refund', order_no }
  }
  return { outcome: 'refund', order_no }
}

async function handleDispute(
  context: CoreContext,
  { api }: StripeClient,
  dispute: Stripe.Dispute,
): Promise<EventOutcome> {
  const charge = typeof dispute.charge === 'string' ? dispute.charge : dispute.charge.id
  const order = await orderOfCharge(context, api, charge)
  if (!order) return ignored
  const detail = `${textOf(dispute)} · ${dispute.reason} · ${dispute.id}`
  await raiseAlert(context, 'DISPUTE', order.order_no, detail)
  return { outcome: 'dispute', order_no: order.order_no }
}

async function orderOfCharge({ db }: CoreContext, api: Stripe, charge: string) {
  const { order_no } = (await api.charges.retrieve(charge)).metadata
  return order_no ? ordersRepository(db).find(order_no) : undefined
}

const raiseAlert = (
  { db, clock }: CoreContext,
  code: PaymentAlert,
  order_no: string,
  detail: string,
) => alertsRepository(db).raise({ code, order_no, detail, at: clock() })

const textOf = ({ amount, currency }: { amount: number; currency: string }) =>
  formatMoney(amount, currency, 'en')
