import { z } from 'zod'
import {
  CONFLICT_SOURCES,
  CONFLICT_TYPES,
  DECLARABLE_CONFLICTS,
  INVITED_LEVELS,
  type ConflictType,
} from '../../domain/index.ts'
import { addedCallsOf, endpoint, Nothing } from '../endpoint.ts'
import { ById, Named } from './review-rows.ts'
import { Id, text, Time } from '../values.ts'

const jury = addedCallsOf('jury')
const InvitationCode = z.object({
  code: text(60, 1, 'Open the link of your invitation again'),
})

/** What a juror agrees to, and the ties by which conflicts are found. */
export const Agreement = z.object({
  version: z.string(),
  title: z.string(),
  html: z.string(),
  /** When this version was signed; null where it is still to be signed, before the first entry. */
  signed_at: Time.nullable(),
  affiliations: z.array(z.string()),
  email_domains: z.array(z.string()),
})
export type Agreement = z.infer<typeof Agreement>

const domain = text(80, 1, 'Give a mail domain').regex(
  /^(?=.{4,80}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i,
  'Write a mail domain such as studio.example',
)

/** Calls of everybody with a seat on the jury, and of those who are offered one. */
export const jurySeat = {
  /** What an invitation offers. Opening it changes nothing, since mail scanners open links too. */
  invitation: endpoint({
    name: 'jury/invitation',
    method: 'GET',
    path: '/api/jury/invitation',
    access: 'public',
    input: InvitationCode,
    output: z.object({
      programme: z.string(),
      edition: z.string().nullable(),
      level: z.literal(INVITED_LEVELS),
      categories: z.array(Named),
      /** The invited address, masked: `a***@example.org`. */
      email: z.string(),
      valid_until: Time.nullable(),
    }),
    codes: [404, 410],
    added: true,
    skipErrorHandler: true,
  }),
  /** Takes the seat: once, by the account of the invited address. */
  acceptInvitation: jury(
    'acceptInvitation',
    'POST',
    InvitationCode,
    z.object({ identity: z.int(), home_route: z.string() }),
    { codes: [404, 409, 410], invalidates: ['user', 'judging', 'code'], skipErrorHandler: true },
  ),
  agreement: jury('agreement', 'GET', Nothing, Agreement, {
    tags: ['judging'],
    skipErrorHandler: true,
  }),
  /** Signs the agreement and states affiliations; conflicts are looked for at once. */
  signAgreement: jury(
    'signAgreement',
    'POST',
    z.object({
      version: text(20, 1),
      accepted: z.literal(true, 'Accept the agreement to go on'),
      affiliations: z
        .array(text(120, 2, 'Give the name of the organisation'))
        .max(30, 'Give at most 30 organisations'),
      email_domains: z.array(domain).max(20, 'Give at most 20 domains'),
    }),
    z.object({ signed_at: Time, conflicts: z.int() }),
    { codes: [403, 409], invalidates: ['judging', 'score'], skipErrorHandler: true },
  ),
  /** A juror of any level steps back from an entry; somebody else takes the seat. */
  declareConflict: jury(
    'declareConflict',
    'POST',
    ById.extend({
      type: z.enum(
        DECLARABLE_CONFLICTS as [ConflictType, ...ConflictType[]],
        'Choose the kind of conflict',
      ),
      note: text(500).default(''),
    }),
    z.object({ declared: z.literal(true) }),
    { codes: [403, 423] },
  ),
  /** Conflicts that the caller has declared. */
  conflicts: jury(
    'conflicts',
    'GET',
    Nothing,
    z.array(
      z.object({
        judging_no: z.string(),
        type: z.enum(CONFLICT_TYPES),
        source: z.enum(CONFLICT_SOURCES),
        at: Time,
      }),
    ),
  ),
  /** Tells those who run the jury that a sheet shows whose work it is. */
  reportIdentity: jury(
    'reportIdentity',
    'POST',
    ById.extend({
      /** A picture of the sheet; without one the text is meant. */
      file_id: Id.optional(),
      note: text(500, 3, 'Say where the name can be seen'),
    }),
    z.object({ reported: z.literal(true) }),
    { skipErrorHandler: true },
  ),
} as const
