import type { FastifyInstance } from 'fastify'
import { studio } from '@awards/shared/contract'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { handOverService } from './hand-over.service.ts'
import { studioInvitationsService } from './studio-invitations.service.ts'
import { studioService } from './studio.service.ts'

/** Members of a studio: roles, invitations, hand-over. */
export function studiosRoutes(app: FastifyInstance, context: AppContext) {
  const service = studioService(context)
  const invitations = studioInvitationsService(context)
  const handOvers = handOverService(context)

  serve(app, studio.overview, (_input, { actor }) => service.overview(actor))
  serve(app, studio.changeRole, (input, { actor }) => service.changeRole(actor, input))
  serve(app, studio.removeMember, (input, { actor }) => service.remove(actor, input))
  serve(app, studio.leave, (input, { actor }) => service.leave(actor, input))

  serve(app, studio.invite, (input, { actor }) => invitations.invite(actor, input))
  serve(app, studio.resendInvitation, ({ invitation_id }, { actor }) =>
    invitations.resend(actor, invitation_id),
  )
  serve(app, studio.withdrawInvitation, ({ invitation_id }, { actor }) =>
    invitations.withdraw(actor, invitation_id),
  )
  serve(app, studio.invitation, ({ token }, { language, request }) =>
    invitations.preview(token, language, request.ip),
  )
  serve(app, studio.acceptInvitation, ({ token }, { actor }) => invitations.accept(actor, token))

  serve(app, studio.offerHandOver, (input, { actor }) => handOvers.offer(actor, input))
  serve(app, studio.withdrawHandOver, ({ hand_over_id }, { actor }) =>
    handOvers.withdraw(actor, hand_over_id),
  )
  serve(app, studio.answerHandOver, (input, { actor }) => handOvers.answer(actor, input))
}
