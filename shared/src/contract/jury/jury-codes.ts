import { z } from 'zod'
import { INVITED_LEVELS } from '../../domain/index.ts'
import { addedCallsOf, Id, optionalOfQuery, PageInput, pageOf, text, Time } from '../endpoint.ts'
import { CodeRow, reason } from './review-rows.ts'

const judge = addedCallsOf('judge')
const Code = z.object({ code: text(60, 1, 'Give the code') })
const percent = z.int('Give a whole number').min(0).max(100, 'Give at most 100 percent')

/** What an agent has brought in and is owed; amounts before VAT, in the smallest unit. */
export const AgentReportRow = z.object({
  code: z.string(),
  label: z.string(),
  owner_name: z.string().nullable(),
  entries: z.int(),
  paid_entries: z.int(),
  currency: z.string(),
  received_minor: z.int(),
  refunded_minor: z.int(),
  commission_percent: z.int(),
  commission_minor: z.int(),
})
export type AgentReportRow = z.infer<typeof AgentReportRow>

/** How one's own code was used: the state of the entries, and nothing of their work. */
export const AgentEntryRow = z.object({
  entry_no: z.string(),
  code: z.string(),
  title: z.string(),
  category: z.string(),
  edition: z.string(),
  entry_status: z.int(),
  entry_status_text: z.string(),
  is_paid: z.boolean(),
  submitted_at: Time.nullable(),
})
export type AgentEntryRow = z.infer<typeof AgentEntryRow>

/** Making, sending and ending codes (domain page §2.7). */
export const juryCodes = {
  /** Offers a seat to one address: a link for one use that only a click redeems. */
  inviteJuror: judge(
    'inviteJuror',
    'POST',
    z.object({
      email: z.email('Give an e-mail address').max(254),
      level: z.literal(INVITED_LEVELS, 'Choose level 2 or 3'),
      category_ids: z.array(Id).min(1, 'Choose at least one category').max(50),
      label: text(120).default(''),
      language: z.enum(['en', 'fr', 'zh']).default('en'),
    }),
    CodeRow,
    { codes: [403, 409], invalidates: ['code'], skipErrorHandler: true },
  ),
  /** Sends an open invitation again, with a new end. */
  resendInvitation: judge('resendInvitation', 'POST', Code, CodeRow, {
    codes: [403, 404, 409, 410],
    invalidates: ['code'],
  }),
  createCode: judge(
    'createCode',
    'POST',
    z.object({
      kind: z.enum(['entrant_invite', 'agent']),
      label: text(120, 2, 'Say what the code is for'),
      /** Whose code it is; an agent's code needs an account of an agency. */
      owner_email: z.email('Give an e-mail address').max(254).optional(),
      discount_percent: percent.default(0),
      /** Instead of a percentage: an amount before VAT, in cents. */
      discount_amount_minor: z.int().min(1).max(10_000_00).optional(),
      discount_cap_minor: z.int().min(1).max(10_000_00).optional(),
      commission_percent: percent.default(0),
      section_codes: z.array(text(40)).max(20).default([]),
      category_codes: z.array(text(10)).max(50).default([]),
      valid_until: Time,
      max_uses: z.int().min(1, 'Give at least one use').max(100_000),
    }),
    CodeRow,
    { codes: [403, 404, 409], invalidates: ['code'], skipErrorHandler: true },
  ),
  /** Ends a code now; what was entered with it stands. */
  endCode: judge('endCode', 'POST', Code.extend({ reason }), CodeRow, {
    codes: [403, 404],
    invalidates: ['code'],
    skipErrorHandler: true,
  }),
  agentReport: judge(
    'agentReport',
    'GET',
    z.object({ edition_id: optionalOfQuery(Id) }),
    z.array(AgentReportRow),
    { tags: ['code', 'payment'] },
  ),
} as const

/** The agency's own view. */
export const agentDesk = {
  agentEntries: addedCallsOf('apply')('agentEntries', 'GET', PageInput, pageOf(AgentEntryRow), {
    tags: ['entry'],
  }),
} as const
