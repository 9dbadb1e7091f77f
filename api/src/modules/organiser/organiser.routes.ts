import type { FastifyInstance } from 'fastify'
import { organiser } from '@awards/shared/contract'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { accountRightsService } from './account-rights.service.ts'
import { admissionService } from './admission.service.ts'

/** Endpoints `organiser/*`: the organiser's desk. */
export function organiserRoutes(app: FastifyInstance, context: AppContext) {
  const rights = accountRightsService(context)
  const admission = admissionService(context)

  serve(app, organiser.team, (_input, { actor }) => rights.team(actor))
  serve(app, organiser.giveRight, (input, { actor }) => rights.give(actor, input))
  serve(app, organiser.takeRight, (input, { actor }) => rights.take(actor, input))

  serve(app, organiser.admissionList, (input, { language }) => admission.list(input, language))
  serve(app, organiser.admissionEntry, ({ apply_order_id }, { language }) =>
    admission.entry(apply_order_id, language),
  )
  serve(app, organiser.admit, (input, { actor }) => admission.admit(actor, input))
  serve(app, organiser.askCorrection, (input, { actor }) => admission.askCorrection(actor, input))
  serve(app, organiser.refuse, (input, { actor }) => admission.refuse(actor, input))
}
