import type { FastifyInstance, FastifyRequest } from 'fastify'
import { webhooks } from '@awards/shared/contract'
import { tokenOf } from '../../http/authenticate.ts'
import { serve } from '../../http/serve.ts'
import { tokenDigest } from '../../lib/signed-token.ts'
import type { AppContext } from '../../start/app-context.ts'
import { webhookJobs } from './deliver-webhooks.ts'
import { webhooksService } from './webhooks.service.ts'

/** Endpoints `webhook/*`, and the job that sends webhooks. */
export function webhooksRoutes(app: FastifyInstance, context: AppContext) {
  const service = webhooksService(context)
  const delivery = webhookJobs(context)
  app.addHook('preClose', async () => delivery.close())
  const session = (request: FastifyRequest) => tokenDigest(tokenOf(request) ?? '')

  serve(app, webhooks.list, (_input, { actor }) => service.list(actor))
  serve(app, webhooks.add, (input, { actor, request }) =>
    service.add(actor, input, session(request)),
  )
  serve(app, webhooks.change, (input, { actor, request }) =>
    service.change(actor, input, session(request)),
  )
  serve(app, webhooks.remove, ({ endpoint_id }, { actor }) => service.remove(actor, endpoint_id))
  serve(app, webhooks.rotateSecret, ({ endpoint_id }, { actor, request }) =>
    service.rotateSecret(actor, endpoint_id, session(request)),
  )
  serve(app, webhooks.resume, ({ endpoint_id }, { actor }) => service.resume(actor, endpoint_id))
  serve(app, webhooks.test, ({ endpoint_id }, { actor }) => service.test(actor, endpoint_id))
  serve(app, webhooks.deliveries, (input, { actor }) => service.deliveries(actor, input))
  serve(app, webhooks.replay, (input, { actor }) => service.replay(actor, input))
}
