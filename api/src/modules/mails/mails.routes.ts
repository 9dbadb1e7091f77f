import type { FastifyInstance } from 'fastify'
import { broadcasts, mailTexts } from '@awards/shared/contract'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { broadcastsService } from './broadcasts.service.ts'
import { mailTextsService } from './mail-texts.service.ts'
import { broadcastJobs, stopMailsRoutes } from './send-broadcasts.ts'

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

  const texts = mailTextsService(context)
  serve(app, mailTexts.mails, (_input, { language }) => texts.list(language))
  serve(app, mailTexts.mail, ({ template }, { language }) => texts.read(template, language))
  serve(app, mailTexts.saveMail, (input, { actor }) => texts.save(actor, input))
  serve(app, mailTexts.previewMail, (input) => texts.preview(input))
  serve(app, mailTexts.testMail, (input, { actor }) => texts.test(actor, input))
}
