import { next, PAYMENT_MACHINE } from '@awards/shared/domain'
import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import type { AppContext } from '../../../../start/app-context.ts'
import { bytesOf, rawBodies } from '../../../../http/read-input.ts'
import { formatMoney } from '../../../../lib/localised.ts'
import { alertsRepository, raiseAlert } from '../../alerts.repository.ts'
import { settleClosing } from '../../orders/reconcile.ts'
import { ordersRepository } from '../../orders/orders.repository.ts'
import { applyPayment, recordProcessing, type CoreContext } from '../../orders/apply-payment.ts'
import type { Order } from '../../payment-types.ts'
import { applyRefund } from '../../refunds/refunds.ts'
import { refundsRepository } from '../../refunds/refunds.repository.ts'
import {
  refundStateOf,
  type StripeClient,
  paymentStateOf,
  retrieveSession,
} from './stripe-client.ts'

const NOTIFY = { source: 'notify' }
const ORDER_NO = /^[0-9A-Za-z]{6,32}$/

/** The outcome of an event, and its order. */
type EventOutcome = { outcome: string; order_no: string | null }
const ignored: EventOutcome = { outcome: 'ignored', order_no: null }

const LIMIT_BYTES = 256 * 1024

type NotifyContext = CoreContext & Pick<AppContext, 'log'>

/**
 * Stripe's webhook. The signature covers the raw bytes, so this route does not parse the body; it answers
 * without our envelope. Stripe retries after anything but 2xx.
 */
export function stripeNotifyRoutes(
  app: FastifyInstance,
  context: NotifyContext,
  client: StripeClient,
) {
  void app.register(async (scope) => {
    rawBodies(scope, LIMIT_BYTES)
    // An unreadable body is not from Stripe.
    scope.setErrorHandler((_error, _request, reply) => reply.code(400).send({ error: 'body' }))
    scope.post('/api/stripe/notify', async (request, reply) => {
      const raw = bytesOf(request.body)
      const event = client.readEvent(raw, request.headers['stripe-signature'])
      if (!event) {
        context.log.warn('stripe.notification_refused', { trace_id: request.id })
        return reply.code(400).send({ error: 'signature' })
      }
      try {
        await handleOnce(context, client, event)
      } catch (error) {
        context.log.error('stripe.notification_failed', { trace_id: request.id, error })
        return reply.code(503).send({ error: 'again' })
      }
      return reply.code(200).send({ received: true })
    })
  })
}

/** Applies the event first and records it last: a crash in between only makes Stripe retry. */
async function handleOnce(context: NotifyContext, client: StripeClient, event: Stripe.Event) {
  if (await ordersRepository(context.db).hasNotification('stripe', event.id)) return
  const result = await handleEvent(context, client, event)
  await record(context, event, result)
}

/** Stores no personal data: the object's id leads to it at Stripe. */
function record({ db, clock }: NotifyContext, event: Stripe.Event, result: EventOutcome) {
  const { id, type, created, data } = event
  const object = 'id' in data.object ? data.object.id : null
  return ordersRepository(db).recordNotification({
    provider: 'stripe',
    event_id: id,
    order_no: result.order_no,
    outcome: result.outcome,
    body: JSON.stringify({ type, created, object }),
    received_at: clock(),
  })
}

/**
 * Handles an event. An event is only a trigger: its object is fetched again from Stripe before anything
 * changes.
 */
function handleEvent(
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
      return handleExternalRefund(context, client, event.data.object)
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
  // The account may sell other things, which have no order number of ours.
  if (!client_reference_id || !ORDER_NO.test(client_reference_id)) return ignored
  const order_no = client_reference_id
  const session = await retrieveSession(client, id)
  if (session?.client_reference_id !== order_no) return { outcome: 'foreign', order_no: null }
  const order = await ordersRepository(context.db).find(order_no)
  const state = paymentStateOf(session)
  if (order?.channel !== 'card') {
    if (state.state === 'paid') await raiseAlert(context, 'UNKNOWN_ORDER', order_no, session.id)
    return { outcome: 'unknown_order', order_no: null }
  }
  if (state.state === 'paid') {
    return { outcome: await applyPayment(context, order_no, state.payment, NOTIFY), order_no }
  }
  if (state.state === 'processing') await recordProcessing(context, order)
  if (state.state === 'closed') await closeOrder(context, order)
  return { outcome: state.state, order_no }
}

/** Closes the order of a failed session at once, so that the fee can be paid in another way. */
async function closeOrder(context: CoreContext, order: Order) {
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
  const state = refundStateOf(refund)
  await applyRefund(context, out_refund_no, state, NOTIFY)
  return { outcome: state, order_no }
}

/**
 * Refunds made in Stripe's dashboard: an alert tells of each once, since a person has to correct the books. Every refund
 * of ours sends this event too, and must not reopen what that person has resolved.
 */
async function handleExternalRefund(
  context: CoreContext,
  { api }: StripeClient,
  { id, payment_intent }: Stripe.Charge,
): Promise<EventOutcome> {
  const order = await orderOfCharge(context, api, id)
  if (!order || typeof payment_intent !== 'string') return ignored
  const { order_no } = order
  const { db, clock } = context
  const own = refundsRepository(db)
  let outcome = 'refund'
  for await (const refund of api.refunds.list({ payment_intent, limit: 100 })) {
    const number = refund.metadata?.['out_refund_no']
    if (refundStateOf(refund) === 'failed' || (number && (await own.find(number)))) continue
    const detail = `${textOf(refund)} · ${refund.id}`
    const alert = { code: 'EXTERNAL_REFUND', order_no, detail, at: clock() } as const
    await alertsRepository(db).append(alert, refund.id)
    outcome = 'external_refund'
  }
  return { outcome, order_no }
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

const textOf = ({ amount, currency }: { amount: number; currency: string }) =>
  formatMoney(amount, currency, 'en')
