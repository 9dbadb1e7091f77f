/** The way from a visit of the site to an entry that takes part, in its order. */
export const FUNNEL_STEPS = ['visitor', 'account', 'draft', 'handed_in', 'paid'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

/** Where money stands; orders that came to nothing are left out. */
export const MONEY_STATES = ['received', 'awaited', 'refunding', 'refunded', 'mismatch'] as const
export type MoneyState = (typeof MONEY_STATES)[number]

/** Tables of the figures, each a chart and a file. */
export const FIGURE_TABLES = ['days', 'categories', 'countries', 'codes', 'money', 'jury'] as const
export type FigureTable = (typeof FIGURE_TABLES)[number]
