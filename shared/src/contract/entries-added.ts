import { z } from 'zod'
import { FEE_TYPE, StoredDesigners, WITHDRAWAL_REFUSALS } from '../domain/index.ts'
import { addedCallsOf, Nothing } from './endpoint.ts'
import { CreatedEntries } from './entries.ts'
import { Billing } from './payment-rows.ts'
import { Id, Time } from './values.ts'

const ById = z.object({ apply_order_id: Id })

/** A contract that a person has concluded by paying, and whether it may still be withdrawn from. */
export const Contract = z.object({
  apply_order_id: Id,
  order_no: z.string(),
  entry_no: z.string(),
  title: z.string(),
  fee_type: z.literal(Object.values(FEE_TYPE)),
  amount: z.int(),
  currency: z.string(),
  paid_at: Time,
  withdraw_until: Time,
  refusal: z.enum(WITHDRAWAL_REFUSALS).nullable(),
  /** The acknowledgement, once it was withdrawn from; the link works without the token. */
  withdrawal: z
    .object({ reference: z.string(), received_at: Time, receipt_url: z.string() })
    .nullable(),
})
export type Contract = z.infer<typeof Contract>

const apply = addedCallsOf('apply')

/** The entrant's calls that the specification does not name. */
export const entriesAdded = {
  /** A new draft with the texts, credits and pictures of an entry; rights have to be confirmed anew. */
  duplicate: apply(
    'duplicate',
    'POST',
    ById.extend({ idempotency_key: z.uuid().optional() }),
    CreatedEntries.extend({
      /** Names of categories that are closed now, and of the one that stands in where all of them are. */
      left_out: z.object({
        categories: z.array(z.string()),
        chosen_category: z.string().nullable(),
      }),
    }),
    { codes: [403, 404, 423], invalidates: ['entry', 'price'] },
  ),
  /**
   * A winner accepts the award, with the licence for what is published, or declines it. Declined, the work
   * leaves the public collection; this can be taken back until the offer expires.
   */
  awardAnswer: apply(
    'awardAnswer',
    'POST',
    ById.extend({
      version: z.int(),
      answer: z.enum(['accept', 'decline']),
      licence: z.boolean().default(false),
    }),
    z.object({ version: z.int(), winner_fee_status: z.int() }),
    { codes: [403, 404, 409, 423], invalidates: ['entry', 'award', 'payment'] },
  ),
  /** What was filled in before, newest first, to be filled in again at one touch. */
  templates: apply(
    'templates',
    'GET',
    Nothing,
    z.object({
      credits: z.array(
        z.object({
          apply_order_id: Id,
          title: z.string(),
          designers: StoredDesigners,
          company: z.string(),
          client: z.string(),
        }),
      ),
      billing: Billing.partial().nullable(),
    }),
    { tags: ['entry', 'user'], skipErrorHandler: true },
  ),
  /** Contracts with a right of withdrawal, and those that had one. */
  withdrawals: apply('withdrawals', 'GET', Nothing, z.object({ contracts: z.array(Contract) }), {
    tags: ['payment', 'invoice'],
    skipErrorHandler: true,
  }),
  /** The online withdrawal of a consumer (L221-21); asked for twice it answers the first receipt. */
  withdrawal: apply(
    'withdrawal',
    'POST',
    ById.extend({
      order_no: z.string().max(32),
      confirmed: z.literal(true, 'Confirm that you withdraw from the contract'),
    }),
    Contract,
    { codes: [403, 404, 409, 423], invalidates: ['entry', 'award', 'payment', 'invoice'] },
  ),
} as const
