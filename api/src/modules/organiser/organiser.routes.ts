import type { FastifyInstance } from 'fastify'
import { organiser } from '@awards/shared/contract'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { accountRightsService } from './account-rights.service.ts'

/** Endpoints `organiser/*`: the organiser's desk. */
export function organiserRoutes(app: FastifyInstance, context: AppContext) {
  const rights = accountRightsService(context)

  serve(app, organiser.team, (_input, { actor }) => rights.team(actor))
  serve(app, organiser.giveRight, (input, { actor }) => rights.give(actor, input))
  serve(app, organiser.takeRight, (input, { actor }) => rights.take(actor, input))
}
