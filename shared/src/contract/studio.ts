import { z } from 'zod'
import { Email, MEMBER_ROLES } from '../domain/index.ts'
import { addedCallsOf, endpoint, Id, Nothing, text, Time } from './endpoint.ts'

const call = addedCallsOf('studio', [403, 404])
const role = z.enum(MEMBER_ROLES, 'Choose a role')
/** A work; a role is for one, or for all of a studio. */
const Work = z.object({ project_id: Id, title: z.string() })

/** Somebody who works on what the caller owns. */
export const StudioMember = z.object({
  member_id: Id,
  name: z.string(),
  email: z.string(),
  role,
  work: Work.nullable(),
  since: Time,
})
export type StudioMember = z.infer<typeof StudioMember>

/** An invitation that nobody has accepted yet. */
export const StudioInvitation = z.object({
  invitation_id: Id,
  email: z.string(),
  role,
  work: Work.nullable(),
  sent_at: Time,
  expires_at: Time,
  is_over: z.boolean(),
})
export type StudioInvitation = z.infer<typeof StudioInvitation>

/** A studio in which the caller works. */
export const StudioMembership = z.object({
  member_id: Id,
  studio: z.object({ id: Id, name: z.string() }),
  role,
  work: Work.nullable(),
  since: Time,
})
export type StudioMembership = z.infer<typeof StudioMembership>

/** An offer to hand works over: all of them, or one. */
export const HandOver = z.object({
  hand_over_id: Id,
  /** The one to whom, or by whom, it is offered. */
  name: z.string(),
  work: Work.nullable(),
  expires_at: Time,
})
export type HandOver = z.infer<typeof HandOver>

export const Studio = z.object({
  name: z.string(),
  works: z.array(Work),
  members: z.array(StudioMember),
  invitations: z.array(StudioInvitation),
  memberships: z.array(StudioMembership),
  /** Offered by the caller. */
  offered: z.array(HandOver),
  /** Offered to the caller. */
  received: z.array(HandOver),
})
export type Studio = z.infer<typeof Studio>

const Done = z.object({ changed: z.boolean() })
const Token = z.object({ token: text(64, 1, 'Open the link of your mail again, whole') })
const changes = { invalidates: ['studio', 'entry'] } as const

/** Members of a studio: the account that owns works, and those who work on them with it. */
export const studio = {
  overview: call('overview', 'GET', Nothing, Studio, {
    codes: [403],
    tags: ['studio', 'entry', 'user'],
  }),
  /** Mails a link that can be accepted once; 409 for a member, an open invitation and a full studio. */
  invite: call(
    'invite',
    'POST',
    z.object({ email: Email, role, project_id: Id.nullish() }),
    z.object({ invitation_id: Id, expires_at: Time }),
    { codes: [403, 404, 409, 422, 429], invalidates: ['studio'] },
  ),
  /** A new link, for another fourteen days; the one of before is void. */
  resendInvitation: call(
    'resendInvitation',
    'POST',
    z.object({ invitation_id: Id }),
    z.object({ expires_at: Time }),
    { codes: [403, 404, 410, 429], invalidates: ['studio'] },
  ),
  withdrawInvitation: call('withdrawInvitation', 'POST', z.object({ invitation_id: Id }), Done, {
    codes: [403, 404],
    invalidates: ['studio'],
  }),
  /**
   * What an invitation offers. It changes nothing: mail scanners open links too. The token is in the body, since
   * addresses are logged.
   */
  invitation: endpoint({
    name: 'studio/invitation',
    method: 'POST',
    as: 'query',
    path: '/api/studio/invitation',
    access: 'public',
    input: Token,
    output: z.object({
      programme: z.string(),
      studio: z.string(),
      invited_by: z.string(),
      role,
      work: z.string().nullable(),
      /** The invited address, all but its first letter hidden. */
      email: z.string(),
      expires_at: Time,
    }),
    codes: [404, 410, 429],
    added: true,
    skipErrorHandler: true,
    tags: ['studio'],
  }),
  acceptInvitation: call('acceptInvitation', 'POST', Token, z.object({ studio: z.string() }), {
    codes: [404, 409, 410, 422, 429],
    skipErrorHandler: true,
    ...changes,
  }),
  changeRole: call('changeRole', 'POST', z.object({ member_id: Id, role }), Done, changes),
  /** Ends a membership at once. */
  removeMember: call('removeMember', 'POST', z.object({ member_id: Id }), Done, changes),
  leave: call('leave', 'POST', z.object({ member_id: Id }), Done, changes),
  /** Offers a work, or all works, to a member, who accepts or declines. */
  offerHandOver: call(
    'offerHandOver',
    'POST',
    z.object({ member_id: Id, project_id: Id.nullish() }),
    z.object({ hand_over_id: Id, expires_at: Time }),
    { codes: [403, 404, 409], invalidates: ['studio'] },
  ),
  withdrawHandOver: call('withdrawHandOver', 'POST', z.object({ hand_over_id: Id }), Done, {
    invalidates: ['studio'],
  }),
  answerHandOver: call(
    'answerHandOver',
    'POST',
    z.object({ hand_over_id: Id, answer: z.enum(['accept', 'decline']) }),
    Done,
    { codes: [403, 404, 409, 410], ...changes },
  ),
} as const
