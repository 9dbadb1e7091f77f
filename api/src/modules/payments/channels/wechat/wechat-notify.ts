import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '../../../../start/app-context.ts'
import { bytesOf, rawBodies } from '../../../../http/read-input.ts'
import { isDatabaseUnreachable } from '../../../../lib/errors.ts'
import { formatMoney } from '../../../../lib/localised.ts'
import { alertsRepository, raiseAlert } from '../../alerts.repository.ts'
import { ordersRepository } from '../../orders/orders.repository.ts'
import {
  applyPayment,
  isUndecided,
  refreshOrder,
  type CoreContext,
} from '../../orders/apply-payment.ts'
import type { ApplyOutcome, Order, Payment } from '../../payment-types.ts'
import { applyRefund } from '../../refunds/refunds.ts'
import { refundsRepository } from '../../refunds/refunds.repository.ts'
import type { WechatClient } from './wechat-client.ts'
import {
  paymentOf,
  refundStateOf,
  WechatSignatureError,
  WechatUnreadable,
  type WechatNotification,
  type WechatTransaction,
} from './wechat-protocol.ts'

const CHANNEL = 'wechat_native'
const SOURCE = 'notify'
const PAID = 'TRANSACTION.SUCCESS'
const REFUND = /^REFUND\./

/** The outcome of a notification with a valid signature. */
type NotifyOutcome =
  | ApplyOutcome
  | 'refund'
  /** An event without consequences here. */
  | 'ignored'
  /** Of another merchant or another application. */
  | 'foreign'
  /** Its amount differs from the order's, and the query does not confirm it. */
  | 'not_confirmed'
  /** The ledger has its payment on another order. */
  | 'other_order'
  /** The query to WeChat failed. */
  | 'unknown'

const LIMIT_BYTES = 64 * 1024
/** WeChat times out after five seconds and retries; the retry finds the work done. */
const ANSWER_MS = 4_000
const TIMED_OUT = Symbol('late')

/** The answer to each outcome; WeChat retries an error for a day with growing pauses. */
const ANSWERS: Record<NotifyOutcome, readonly [status: number, message?: string]> = {
  paid: [204],
  duplicate: [204],
  mismatch: [204],
  second: [204],
  already: [204],
  refund: [204],
  ignored: [204],
  foreign: [400, 'merchant'],
  not_confirmed: [400, 'amount'],
  other_order: [400, 'transaction'],
  // Retried: the order may commit a moment later, or a backup is being restored.
  unknown_order: [404, 'order'],
  unknown: [503, 'later'],
}

/**
 * WeChat Pay's webhook. The signature covers the raw bytes, so this route does not parse the body; it
 * answers without our envelope.
 */
export function wechatNotifyRoutes(
  app: FastifyInstance,
  context: CoreContext & Pick<AppContext, 'log'>,
  client: WechatClient,
) {
  const { log } = context
  void app.register(async (scope) => {
    rawBodies(scope, LIMIT_BYTES)
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const { statusCode = 500 } = error
      if (statusCode < 500) return fail(reply, statusCode, 'body')
      log.error('wechat.notification_failed', { trace_id: request.id, error })
      return fail(reply, isDatabaseUnreachable(error) ? 503 : 500, 'later')
    })
    scope.post('/api/wxpay/notify', async (request, reply) => {
      const raw = bytesOf(request.body)
      const work = client
        .readNotification(request.headers, raw)
        .then((notification) => handleNotification(context, client, notification))
      const outcome = await withTimeout(work).catch((error: unknown) => {
        if (error instanceof WechatSignatureError || error instanceof WechatUnreadable) return error
        throw error
      })
      if (outcome instanceof Error) {
        const reason = outcome.message
        log.warn('wechat.notification_refused', { trace_id: request.id, reason })
        return outcome instanceof WechatUnreadable
          ? fail(reply, 400, 'body')
          : fail(reply, 401, 'signature')
      }
      if (outcome === TIMED_OUT) {
        log.warn('wechat.notification_late', { trace_id: request.id })
        work.catch((error: unknown) =>
          log.error('wechat.notification_failed', { trace_id: request.id, error }),
        )
        return fail(reply, 503, 'later')
      }
      const [status, message] = ANSWERS[outcome]
      return message ? fail(reply, status, message) : reply.code(status).send()
    })
  })
}

const fail = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ code: 'FAIL', message })

/** The work continues after the timeout; WeChat's retry finds its result. */
async function withTimeout<T>(work: Promise<T>): Promise<T | typeof TIMED_OUT> {
  const { promise, resolve } = Promise.withResolvers<typeof TIMED_OUT>()
  const timer = setTimeout(() => resolve(TIMED_OUT), ANSWER_MS)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Undecided outcomes: not recorded, since WeChat retries. */
const RETRIED = new Set<NotifyOutcome>(['unknown', 'unknown_order'])

type Fact = Partial<WechatTransaction> & { out_refund_no?: string }

/** Handles a verified notification: applies it first, records it last. */
async function handleNotification(
  context: CoreContext,
  client: WechatClient,
  notification: WechatNotification,
): Promise<NotifyOutcome> {
  const fact = Object(notification.resource) as Fact
  const outcome = await outcomeOf(context, client, notification.event_type, fact)
  if (RETRIED.has(outcome)) return outcome
  // A crash before this line only makes the provider repeat itself.
  await ordersRepository(context.db).recordNotification({
    provider: 'wechat',
    event_id: notification.id,
    order_no: fact.out_trade_no ?? null,
    outcome,
    body: JSON.stringify(notification.resource),
    received_at: context.clock(),
  })
  return outcome
}

async function outcomeOf(
  context: CoreContext,
  client: WechatClient,
  event: string,
  fact: Fact,
): Promise<NotifyOutcome> {
  if (fact.mchid !== client.mchid) return 'foreign'
  if (REFUND.test(event)) return handleRefund(context, client, fact)
  if (event !== PAID) return 'ignored'
  const payment = fact.trade_state === 'SUCCESS' ? paymentOf(fact) : undefined
  if (fact.appid !== client.appid || !payment) return 'foreign'
  return handlePayment(context, String(fact.out_trade_no), payment)
}

async function handlePayment(
  context: CoreContext,
  orderNo: string,
  payment: Payment,
): Promise<NotifyOutcome> {
  const orders = ordersRepository(context.db)
  const order = await orders.find(orderNo)
  const paid = formatMoney(payment.amount_minor, payment.currency, 'en')
  if (order?.channel !== CHANNEL) {
    await raiseAlert(context, 'UNKNOWN_ORDER', orderNo, `${paid} · ${payment.txn}`)
    return 'unknown_order'
  }
  const bookedOn = await orders.orderOfPayment(CHANNEL, payment.txn)
  if (bookedOn !== undefined && bookedOn !== orderNo) {
    await raiseAlert(context, 'BOOKS_DIFFER', orderNo, `${payment.txn} · ${bookedOn}`)
    return 'other_order'
  }
  if (payment.amount_minor !== order.amount_minor || payment.currency !== order.currency) {
    await raiseAlert(context, 'AMOUNT_MISMATCH', orderNo, `${paid} · ${payment.txn}`)
    return confirmByQuery(context, order)
  }
  return applyPayment(context, orderNo, payment, { source: SOURCE })
}

/** A wrong amount counts only if a query confirms it. */
async function confirmByQuery(context: CoreContext, order: Order): Promise<NotifyOutcome> {
  if (!isUndecided(order)) return 'not_confirmed'
  const seen = await refreshOrder(context, order, SOURCE)
  if (seen === 'unknown') return 'unknown'
  return seen === 'paid' ? 'mismatch' : 'not_confirmed'
}

/** The notification is only a trigger: queries the refund and applies its state. */
async function handleRefund(
  context: CoreContext,
  client: WechatClient,
  { out_trade_no = '', out_refund_no = '' }: Fact,
): Promise<NotifyOutcome> {
  const known = await refundsRepository(context.db).find(out_refund_no)
  if (!known) {
    // Refunded in WeChat's own console.
    const about = {
      code: 'EXTERNAL_REFUND',
      order_no: out_trade_no,
      detail: out_refund_no,
    } as const
    await alertsRepository(context.db).append({ ...about, at: context.clock() }, out_refund_no)
    return 'ignored'
  }
  const refund = await client.queryRefund(out_refund_no).catch(() => undefined)
  if (!refund) return 'unknown'
  await applyRefund(context, out_refund_no, refundStateOf(refund), { source: SOURCE })
  return 'refund'
}
