import type { FastifyInstance } from 'fastify'
import { juryDesk, jurySeat } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { redactionService } from './anonymity/redaction.service.ts'
import { zipRoutes } from './zip.routes.ts'
import { sheetFileRoutes } from './sheet-file.routes.ts'

/** What jurors may not see: reports, redaction, archives of blind files. */
export function blindRoutes(app: FastifyInstance, context: AppContext) {
  const redactions = redactionService(context)
  serve(app, jurySeat.reportIdentity, (input, { actor }) => redactions.report(actor, input))
  serve(app, juryDesk.redaction, ({ apply_order_id }, { actor }) =>
    redactions.of(actor, apply_order_id),
  )
  serve(app, juryDesk.redact, (input, { actor }) => redactions.redact(actor, input))
  serve(app, juryDesk.identityReportList, (input, { actor, language }) =>
    redactions.reports(actor, input, language),
  )
  sheetFileRoutes(app, context)
  zipRoutes(app, context)
}
