import { z } from 'zod'
import {
  ACCOUNT_RIGHTS,
  CHANNELS,
  DATA_REQUEST_KINDS,
  DATA_REQUEST_STATES,
  DATA_REQUEST_WAYS,
  Email,
  FEE_TYPE,
  LANGUAGES,
} from '../../domain/index.ts'
import { addedCallsOf, Id, Money, optionalOfQuery, text, Time } from '../endpoint.ts'
import { Named, reason } from '../jury/review-rows.ts'

const call = addedCallsOf('organiser')

/** Most people that a search shows; a longer keyword finds fewer. */
export const MOST_PEOPLE = 50

/** What led to a person: their own words, or the number or title of something that is theirs. */
const Found = z.object({ by: z.enum(['entry', 'order', 'invoice']), words: z.string() })

/** Somebody with an account, as a search shows them. */
export const PersonRow = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  country: z.string().nullable(),
  is_juror: z.boolean(),
  rights: z.array(z.enum(ACCOUNT_RIGHTS)),
  entries: z.int(),
  last_login_at: Time.nullable(),
  /** Null where the keyword is in the name, the address or the company. */
  found: Found.nullable(),
})
export type PersonRow = z.infer<typeof PersonRow>

/** A mail to the address of the account: what it was about and whether it has left, not what it says. */
const MailRow = z.object({
  mail_id: Id,
  template: z.string(),
  /** What it is about, in the reader's language. */
  title: z.string(),
  state: z.enum(['sent', 'waiting', 'failing', 'lost', 'bounced']),
  created_at: Time,
  sent_at: Time.nullable(),
  /** Notices that it is late or was refused for now, which came back after it was sent. */
  soft_bounces: z.int().optional(),
})

/** What may not be done with the account of somebody who judges or works for the programme. */
const Office = z.enum(['jury', 'team'])

/** Everything that an organiser needs to answer somebody, on one page; no mark and no note of the jury. */
export const Person = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  country: z.string().nullable(),
  account_type: z.int(),
  language: z.enum(LANGUAGES),
  created_at: Time,
  last_login_at: Time.nullable(),
  /** An organiser has corrected the address, and nobody has signed in with it since. */
  is_address_unproven: z.boolean(),
  /** Failed sign-ins shut the account until then. */
  locked_until: Time.nullable(),
  sessions: z.int(),
  rights: z.array(z.enum(ACCOUNT_RIGHTS)),
  jury: z
    .object({
      level: z.int(),
      is_active: z.boolean(),
      categories: z.array(Named),
      entries: z.int(),
    })
    .nullable(),
  office: Office.nullable(),
  entries: z.array(
    z.object({
      apply_order_id: Id,
      entry_no: z.string(),
      title: z.string(),
      edition: Named,
      category: Named,
      entry_status: z.int(),
      entry_fee_status: z.int(),
      winner_fee_status: z.int(),
      updated_at: Time,
    }),
  ),
  orders: z.array(
    Money.extend({
      order_no: z.string(),
      entry_no: z.string(),
      fee_type: z.literal(Object.values(FEE_TYPE)),
      channel: z.enum(CHANNELS),
      status: z.int(),
      created_at: Time,
      paid_at: Time.nullable(),
      refunded_minor: z.int(),
      invoices: z.array(z.string()),
    }),
  ),
  mails: z.array(MailRow),
  /** The newest copy of the person's data, if one was asked for. */
  export: z.object({ status: z.string(), requested_at: Time }).nullable(),
})
export type Person = z.infer<typeof Person>

/** A request about personal data, or a withdrawal, from its receipt to its end. */
const DataRequest = z.object({
  /** Of a withdrawal it begins with `w`, since that is looked after by its refund. */
  request_id: z.string(),
  kind: z.enum(DATA_REQUEST_KINDS),
  /** Null once the account is erased. */
  person: z.object({ user_id: Id, name: z.string(), email: z.string() }).nullable(),
  way: z.enum(DATA_REQUEST_WAYS),
  received_on: z.string(),
  /** The last day for an answer: a month for data (GDPR, article 12(3)), 14 days for money. */
  due_on: z.string(),
  state: z.enum(DATA_REQUEST_STATES),
  /** The reason of the refusal that keeps an open request from being done. */
  obstacle: z.string().nullable(),
  /** What of an erased account is kept, and why is told by its name. */
  kept: z.array(z.string()),
  note: z.string(),
  by: z.string().nullable(),
  ended_at: Time.nullable(),
})
export type DataRequest = z.infer<typeof DataRequest>

const ByPerson = z.object({ user_id: Id })
/** How a request came that the organiser does on somebody's behalf; without it by mail, today. */
const Received = z.object({
  way: z.enum(DATA_REQUEST_WAYS).exclude(['account']).optional(),
  received_on: z.iso.date('Give the day on which it came').optional(),
})
const DONE = z.object({ done: z.literal(true) })
const OF_PERSON = { tags: ['organiser'], codes: [403, 404] } as const
const ACT = { codes: [403, 404, 409, 422, 429], invalidates: ['organiser'] } as const

/** People at the organiser's desk: found, understood, helped. */
export const people = {
  /**
   * People whose name, address, company, entry, order or invoice has the keyword, at most `MOST_PEOPLE`; without a
   * keyword those who came last.
   */
  people: call(
    'people',
    'GET',
    z.object({ keyword: optionalOfQuery(text(80)) }),
    z.object({ list: z.array(PersonRow), is_cut: z.boolean() }),
    { tags: ['organiser'], codes: [403, 422] },
  ),
  person: call('person', 'GET', ByPerson, Person, OF_PERSON),
  /**
   * A mail that leads to a new password, or once more the one that asks to prove a corrected address. 409 `PROVEN` where
   * no address waits.
   */
  sendSignInHelp: call(
    'sendSignInHelp',
    'POST',
    ByPerson.extend({ kind: z.enum(['password', 'address']) }),
    DONE,
    ACT,
  ),
  /** Lifts what failed sign-ins have shut; the account's own browsers and networks count anew. */
  unlockAccount: call('unlockAccount', 'POST', ByPerson, z.object({ changed: z.boolean() }), ACT),
  /**
   * Gives the account another address: both addresses are told, every session ends, and the next sign-in needs a code
   * from the new one. 409 `HOLDS_OFFICE` for jurors and the team.
   */
  correctEmail: call('correctEmail', 'POST', ByPerson.extend({ email: Email, reason }), DONE, {
    ...ACT,
    skipErrorHandler: true,
  }),
  /** Requests about data and withdrawals, of one person or of all; those to be answered first on top. */
  dataRequests: call(
    'dataRequests',
    'GET',
    z.object({ user_id: optionalOfQuery(Id) }),
    z.object({ list: z.array(DataRequest) }),
    { tags: ['organiser'], codes: [403, 422] },
  ),
  /** Begins the copy of the person's data that they would ask for themselves; they get the mail. */
  exportPerson: call(
    'exportPerson',
    'POST',
    ByPerson.extend({ ...Received.shape, reason: reason.optional() }),
    DONE,
    { ...ACT, skipErrorHandler: true },
  ),
  /**
   * Erases the account as its owner could, with the same obstacles; the person gets the mail. 409 `HOLDS_OFFICE` for
   * jurors and the team. The request stays open, with its obstacle, until it can be done or is refused.
   */
  erasePerson: call('erasePerson', 'POST', ByPerson.extend({ ...Received.shape, reason }), DONE, {
    ...ACT,
    skipErrorHandler: true,
  }),
  /** Closes an open request that is not done, once the person was told why and where to complain. 409 `ENDED`. */
  refuseDataRequest: call('refuseDataRequest', 'POST', z.object({ request_id: Id, reason }), DONE, {
    ...ACT,
    skipErrorHandler: true,
  }),
  /**
   * A session of `SEE_AS_MINUTES` that sees what the person sees and changes nothing. 409 `HOLDS_OFFICE` for jurors and
   * the team.
   */
  seeAs: call(
    'seeAs',
    'POST',
    ByPerson.extend({ reason }),
    z.object({ token: z.string(), until: Time, home_route: z.string() }),
    { codes: [403, 404, 409, 422, 429], skipErrorHandler: true },
  ),
} as const
