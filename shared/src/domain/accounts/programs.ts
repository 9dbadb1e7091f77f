import type { Identity } from './identity.ts'
import type { CallName } from './permissions.ts'
import { ENTRY_STATUS, publicEntryStatus } from '../entries/entry-status.ts'
import { PAYMENT_STATUS } from '../payments/payment-status.ts'

/** What a key may be made for. */
export const API_SCOPES = ['public:read', 'entries:read', 'papers:read', 'webhooks:manage'] as const
export type ApiScope = (typeof API_SCOPES)[number]

/**
 * The calls of each scope. A key reaches no other call, and in these no row that its owner would not reach; the
 * OpenAPI description has the same list.
 */
export const CALLS_OF_SCOPE = {
  'public:read': [
    'index/winnerList',
    'index/winnerInfo',
    'index/winnerFacets',
    'index/category',
    'index/awardClassification',
    'index/getAward',
    'index/getAwardDate',
    'index/feeTable',
    'index/jury',
    'index/regulations',
    'index/blogsAndNewsList',
    'index/blogsAndNewsInfo',
    'index/mediaReport',
    'index/faqAndPrivacy',
    'index/contact',
    'index/about',
    'index/verifyCertificate',
  ],
  'entries:read': [
    'apply/entryList',
    'apply/historyEntryList',
    'apply/awardList',
    'apply/historyAwardList',
    'apply/info',
  ],
  'papers:read': ['pdf/invoices', 'pdf/printInvoice', 'pdf/printReceipt', 'pdf/printCertPdf'],
  'webhooks:manage': [
    'webhook/list',
    'webhook/add',
    'webhook/change',
    'webhook/remove',
    'webhook/rotateSecret',
    'webhook/resume',
    'webhook/test',
    'webhook/deliveries',
    'webhook/replay',
  ],
} as const satisfies Record<ApiScope, readonly CallName[]>

/** The calls that some key reaches. */
export type ScopedCall = (typeof CALLS_OF_SCOPE)[ApiScope][number]

/** The scope that covers a call; undefined for a call that no key reaches. */
export const scopeOfCall = (name: string): ApiScope | undefined =>
  API_SCOPES.find((scope) => (CALLS_OF_SCOPE[scope] as readonly string[]).includes(name))

/** Scopes about an entrant's own work: a juror's calls of the same name show the work of others. */
const ENTRANTS_ONLY: readonly ApiScope[] = ['entries:read', 'papers:read']

/** Scopes that an account can give to a key, and that its keys have as long as it stays what it is. */
export const scopesOf = (identity: Identity): readonly ApiScope[] =>
  API_SCOPES.filter((scope) => identity === 0 || !ENTRANTS_ONLY.includes(scope))

export const KEY_PREFIX = 'gak_'
export const KEY_NAME_LENGTH = 60
/** Keys of one account that work. */
export const KEY_LIMIT = 20
/** Days after which a key ends; its owner chooses one. */
export const KEY_DAYS = [30, 90, 365] as const

/** What visitors may know, what owners and organisers hear of entries, and what payers hear of orders. */
export const WEBHOOK_EVENTS = [
  'winner.published',
  'winner.hidden',
  'entry.submitted',
  'entry.registered',
  'entry.correction_requested',
  'entry.admitted',
  'entry.in_judging',
  'entry.awarded',
  'entry.not_awarded',
  'entry.withdrawn',
  'entry.disqualified',
  'payment.awaiting',
  'payment.paid',
  'payment.closed',
  'payment.failed',
  'payment.refunding',
  'payment.refunded',
  'payment.mismatch',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Sent on demand, to the endpoint that it was asked for. */
export const WEBHOOK_TEST = 'webhook.test'

const isEvent = (name: string): name is WebhookEvent =>
  (WEBHOOK_EVENTS as readonly string[]).includes(name)

const nameOf = (table: Readonly<Record<string, number>>, status: number) =>
  Object.keys(table).find((name) => table[name] === status) ?? ''

/** The event of an entry that comes to a status; undefined for what nobody is told. The database has the same rule. */
export function entryEvent(from: number, to: number): WebhookEvent | undefined {
  const [was, becomes] = [from, to].map((status) => publicEntryStatus(status as 0))
  if (was === becomes || becomes === undefined) return undefined
  const name = `entry.${nameOf(ENTRY_STATUS, becomes)}`
  return isEvent(name) ? name : undefined
}

/** The event of an order that comes to a status. */
export function paymentEvent(to: number): WebhookEvent | undefined {
  const name = `payment.${nameOf(PAYMENT_STATUS, to)}`
  return isEvent(name) ? name : undefined
}

/** Events that an account can hear of: of winners everybody, of entries and orders those who have or organise some. */
export const webhookEventsOf = (identity: number, isOrganiser: boolean): readonly WebhookEvent[] =>
  WEBHOOK_EVENTS.filter((name) => {
    if (name.startsWith('winner.') || identity === 0) return true
    return name.startsWith('entry.') && isOrganiser
  })

/** Endpoints of one account. */
export const WEBHOOK_LIMIT = 10
export const WEBHOOK_NAME_LENGTH = 60
/** For so long the secret before signs beside the new one. */
export const OLD_SECRET_HOURS = 24
/** Days after which events and their log are deleted. */
export const WEBHOOK_LOG_DAYS = 30
/** An endpoint that has failed for so many days without a success is stopped. */
export const WEBHOOK_PATIENCE_DAYS = 3
