/** The way from a visit of the site to an entry that takes part, in its order. */
export const FUNNEL_STEPS = ['visitor', 'account', 'draft', 'handed_in', 'paid'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

/** Where money stands; orders that came to nothing are left out. */
export const MONEY_STATES = ['received', 'awaited', 'refunding', 'refunded', 'mismatch'] as const
export type MoneyState = (typeof MONEY_STATES)[number]

/** Tables of the figures, each a chart and a file. */
export const FIGURE_TABLES = ['days', 'categories', 'countries', 'codes', 'money', 'jury'] as const
export type FigureTable = (typeof FIGURE_TABLES)[number]

/**
 * What has to be done before a season is closed, by area and in its order. Where each stands follows from the rows of
 * the edition; nobody ticks anything off.
 */
export const CLOSING_LINES = {
  call: ['call', 'drafts', 'unpaid', 'admission'],
  judging: ['scores', 'freeze', 'publication', 'embargo', 'phases'],
  money: ['orders', 'transfers', 'refunds', 'alerts', 'packages'],
  documents: ['certificates', 'invoices', 'books'],
  messages: ['broadcasts', 'mails', 'programme', 'schedule'],
  data: ['requests', 'retention'],
} as const
export type ClosingArea = keyof typeof CLOSING_LINES
export type ClosingLine = (typeof CLOSING_LINES)[ClosingArea][number]
export const CLOSING_KEYS: readonly ClosingLine[] = Object.values(CLOSING_LINES).flat()

/** `open` waits for a person, `later` for a date or for another line. */
export const CLOSING_STATES = ['done', 'open', 'later'] as const
export type ClosingState = (typeof CLOSING_STATES)[number]

/** Days after the close until drafts and unpaid entries go, and after the results until discussions do. */
export const KEPT_AFTER_SEASON_DAYS = 365
