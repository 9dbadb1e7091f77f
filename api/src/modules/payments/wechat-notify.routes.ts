import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app/app-context.ts'
import { ordersRepository } from './orders.repository.ts'
import { applyPayment } from './payment-core.ts'
import type { CoreContext } from './payment-core.ts'
import { applyRefund } from './refunds.ts'
import type { RefundSeen } from './provider.ts'
import { paymentOf } from './wechat-provider.ts'
import type { WechatClient } from './wechat/wechat-client.ts'
import type { WechatNotification, WechatTransaction } from './wechat/wechat-types.ts'

const LIMIT_BYTES = 64 * 1024
const REFUND_EVENTS: Record<string, RefundSeen> = {
  'REFUND.SUCCESS': 'succeeded',
  'REFUND.ABNORMAL': 'failed',
  'REFUND.CLOSED': 'failed',
}

/**
 * Where the wallet tells us of money. The signature is over the raw bytes, so this one route reads
 * them unparsed; it answers the provider's way, not with an envelope.
 */
export function wechatNotifyRoutes(
  app: FastifyInstance,
  context: CoreContext & Pick<AppContext, 'log'>,
  client: WechatClient,
) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: LIMIT_BYTES },
      (_, body, done) => done(null, body),
    )
    scope.post('/api/wxpay/notify', async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const notification = readSafely(client, request.headers, raw)
      if (!notification) {
        context.log.warn('wechat.notification_refused', { trace_id: request.id })
        return reply.code(401).send({ code: 'FAIL', message: 'signature' })
      }
      const outcome = await takeIn(context, client, notification)
      await record(context, notification, outcome)
      if (outcome === 'foreign') return reply.code(400).send({ code: 'FAIL', message: 'merchant' })
      return reply.code(204).send()
    })
  })
}

function readSafely(
  client: WechatClient,
  headers: Record<string, string | string[] | undefined>,
  raw: Buffer,
) {
  try {
    return client.readNotification(headers, raw)
  } catch {
    return undefined
  }
}

async function takeIn(
  context: CoreContext,
  client: WechatClient,
  { event_type, resource }: WechatNotification,
) {
  const fact = Object(resource) as WechatTransaction & { out_refund_no?: string }
  if (fact.mchid !== client.mchid) return 'foreign'
  const refunded = Object.hasOwn(REFUND_EVENTS, event_type) ? REFUND_EVENTS[event_type] : undefined
  if (refunded && fact.out_refund_no) {
    await applyRefund(context, fact.out_refund_no, refunded, { source: 'notify' })
    return refunded
  }
  if (event_type !== 'TRANSACTION.SUCCESS') return 'ignored'
  if (fact.appid !== client.appid || fact.trade_state !== 'SUCCESS') return 'foreign'
  const payment = paymentOf(fact)
  return payment
    ? applyPayment(context, fact.out_trade_no, payment, { source: 'notify' })
    : 'foreign'
}

/** The fact first, the record last: a crash in between only makes the provider repeat itself. */
function record({ db, clock }: CoreContext, { id, resource }: WechatNotification, outcome: string) {
  const { out_trade_no = null } = Object(resource) as { out_trade_no?: string }
  return ordersRepository(db).keepNotification({
    provider: 'wechat',
    event_id: id,
    order_no: out_trade_no,
    outcome,
    body: JSON.stringify(resource),
    received_at: clock(),
  })
}
