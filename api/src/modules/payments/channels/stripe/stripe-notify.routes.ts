import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import type { AppContext } from '../../../../start/app-context.ts'
import { bytesOf, rawBodies } from '../../../../http/bodies.ts'
import { ordersRepository } from '../../orders/orders.repository.ts'
import type { CoreContext } from '../../orders/apply-payment.ts'
import type { StripeClient } from './stripe-client.ts'
import { stripeEventsRepository } from './stripe-events.repository.ts'
import { handleEvent, type EventOutcome } from './stripe-events.ts'

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
  if (await stripeEventsRepository(context.db).isKnown(event.id)) return
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
