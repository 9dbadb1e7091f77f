import { z } from 'zod'
import { ACCOUNT_RIGHTS, Email } from '../domain/index.ts'
import { addedCallsOf, Nothing } from './endpoint.ts'
import { Id, Time } from './values.ts'

const call = addedCallsOf('organiser')
const right = z.enum(ACCOUNT_RIGHTS, 'Choose a right')

/** Somebody who may do something for the programme. */
export const TeamMember = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  rights: z.array(z.object({ right, given_by: z.string().nullable(), given_at: Time })),
  is_self: z.boolean(),
  /** The person judges in an edition whose judging is open, so the rights rest until its results are out. */
  is_resting: z.boolean(),
})
export type TeamMember = z.infer<typeof TeamMember>

const Changed = z.object({ changed: z.boolean() })

/** The calls of the organiser's desk; the permission matrix says which right opens which. */
export const organiser = {
  /** Everybody who holds a right. */
  team: call('team', 'GET', Nothing, z.object({ list: z.array(TeamMember) }), {
    tags: ['organiser'],
  }),
  /**
   * Gives a right to an account; the same again changes nothing. 409 `JUDGES` for somebody who judges while judging is
   * open, `HAS_ENTRIES` for somebody with works in an edition that is under way.
   */
  giveRight: call('giveRight', 'POST', z.object({ email: Email, right }), Changed, {
    codes: [403, 409, 422],
    invalidates: ['organiser'],
    skipErrorHandler: true,
  }),
  /** Takes a right back. 409 `LAST_ORGANISER` for the last who may organise. */
  takeRight: call('takeRight', 'POST', z.object({ user_id: Id, right }), Changed, {
    codes: [403, 404, 409, 422],
    invalidates: ['organiser', 'user'],
    skipErrorHandler: true,
  }),
} as const
