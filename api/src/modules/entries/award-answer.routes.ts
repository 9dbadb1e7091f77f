import type { FastifyInstance } from 'fastify'
import { entriesAdded } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { awardAnswerService } from './award-answer.service.ts'

/** The winner's answer to an award. */
export function awardAnswerRoutes(app: FastifyInstance, context: AppContext) {
  const service = awardAnswerService(context)
  serve(app, entriesAdded.awardAnswer, (input, { actor }) => service.answer(actor, input))
}
