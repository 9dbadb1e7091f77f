import { api, mutationOf, queryOf } from '@awards/shared/client'
import { jurySeat } from '@awards/shared/contract'

/** The calls of an invitation; what is refused is said on its page. */
export const invitationApi = api.injectEndpoints({
  endpoints: (build) => ({
    juryInvitation: queryOf(build, jurySeat.invitation, { skipErrorHandler: true }),
    acceptInvitation: mutationOf(build, jurySeat.acceptInvitation, {
      invalidates: ['user', 'judging', 'code'],
      skipErrorHandler: true,
    }),
  }),
})

export const { useJuryInvitationQuery, useAcceptInvitationMutation } = invitationApi
