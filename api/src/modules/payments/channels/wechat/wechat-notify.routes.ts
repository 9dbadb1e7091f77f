import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '../../../../start/app-context.ts'
import { bytesOf, rawBodies } from '../../../../http/bodies.ts'
import { isDatabaseUnreachable } from '../../../../lib/errors.ts'
import type { CoreContext } from '../../orders/apply-payment.ts'
import { handleNotification, type NotifyOutcome } from './wechat-notify.service.ts'
import type { WechatClient } from './wechat-client.ts'
import { WechatSignatureError } from './wechat-types.ts'

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
        if (error instanceof WechatSignatureError) return error
        throw error
      })
      if (outcome instanceof WechatSignatureError) {
        const reason = outcome.message
        log.warn('wechat.notification_refused', { trace_id: request.id, reason })
        return fail(reply, 401, 'signature')
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
