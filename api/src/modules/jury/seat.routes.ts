import type { FastifyInstance } from 'fastify'
import { agentDesk, juryCodes, juryDesk, jurySeat } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { agentService } from './members/agents.service.ts'
import { agreementService } from './members/agreement.service.ts'
import { codesService } from './members/codes.service.ts'
import { conflictsService } from './members/conflicts.service.ts'
import { invitationsService } from './members/invitations.service.ts'

const SETTLE_SECONDS = 60

/** Seats on the jury: agreement, conflicts of interest, codes and invitations. */
export function seatRoutes(app: FastifyInstance, context: AppContext) {
  const agreement = agreementService(context)
  const conflicts = conflictsService(context)
  serve(app, jurySeat.agreement, (_input, { actor, language }) => agreement.read(actor, language))
  serve(app, jurySeat.signAgreement, (input, { actor }) => agreement.sign(actor, input))
  serve(app, jurySeat.declareConflict, (input, { actor }) => conflicts.declare(actor, input))
  serve(app, jurySeat.conflicts, (_input, { actor }) => conflicts.ofActor(actor))
  serve(app, juryDesk.conflictList, (input, { actor, language }) =>
    conflicts.list(actor, input, language),
  )
  serve(app, juryDesk.pinConflict, (input, { actor }) => conflicts.pin(actor, input))
  serve(app, juryDesk.dismissConflict, (input, { actor }) => conflicts.dismiss(actor, input))
  context.jobs.every('jury.conflicts', SETTLE_SECONDS, async () => {
    await conflicts.settleSeats()
  })
  codeRoutes(app, context)
}

function codeRoutes(app: FastifyInstance, context: AppContext) {
  const invitations = invitationsService(context)
  const codes = codesService(context)
  const agents = agentService(context)
  serve(app, jurySeat.invitation, ({ code }, { language, request }) =>
    invitations.look(code, language, request.ip),
  )
  serve(app, jurySeat.acceptInvitation, ({ code }, { actor }) => invitations.accept(actor, code))
  serve(app, juryCodes.inviteJuror, (input, { actor }) => invitations.invite(actor, input))
  serve(app, juryCodes.resendInvitation, ({ code }, { actor }) => invitations.resend(actor, code))
  serve(app, juryCodes.createCode, (input, { actor }) => codes.create(actor, input))
  serve(app, juryCodes.endCode, (input, { actor }) => codes.end(actor, input))
  serve(app, juryCodes.agentReport, ({ edition_id }) => agents.report(edition_id))
  serve(app, agentDesk.agentEntries, (input, { actor, language }) =>
    agents.entries(actor, input, language),
  )
}
