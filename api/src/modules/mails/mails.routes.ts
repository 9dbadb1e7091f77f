import type { FastifyInstance } from 'fastify'
import { broadcasts } from '@awards/shared/contract'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { broadcastsService } from './broadcasts.service.ts'
import { broadcastJobs } from './send-broadcasts.ts'
import { stopMailsRoutes } from './stop-mails.ts'

/** Mails at the organiser's desk, and the page on which anybody ends them. */
export function mailsRoutes(app: FastifyInstance, context: AppContext) {
  broadcastJobs(context)
  stopMailsRoutes(app, context)
  const service = broadcastsService(context)

  serve(app, broadcasts.broadcasts, (_input, { language }) => service.list(language))
  serve(app, broadcasts.broadcast, ({ broadcast_id }, { language }) =>
    service.read(broadcast_id, language),
  )
  serve(app, broadcasts.audience, (input) => service.audience(input))
  serve(app, broadcasts.saveBroadcast, (input, { actor }) => service.save(actor, input))
  serve(app, broadcasts.removeBroadcast, (input) => service.remove(input))
  serve(app, broadcasts.previewBroadcast, (input, { actor }) => service.preview(actor, input))
  serve(app, broadcasts.testBroadcast, (input, { actor }) => service.test(actor, input))
  serve(app, broadcasts.startBroadcast, (input, { actor }) => service.start(actor, input))
  serve(app, broadcasts.stopBroadcast, (input, { actor }) => service.stop(actor, input))
}
