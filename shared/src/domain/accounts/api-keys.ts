import type { Identity } from './identity.ts'
import type { CallName } from './permissions.ts'

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
