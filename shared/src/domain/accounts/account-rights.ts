/**
 * What an account may do for the programme, beside its identity. An organiser gives and takes it; `organise` stands for
 * seasons, content, people and mails, `admit` for the admission queue.
 */
export const ACCOUNT_RIGHTS = ['organise', 'admit'] as const
export type AccountRight = (typeof ACCOUNT_RIGHTS)[number]

/** Where those who hold a right and judge nothing start after signing in. */
export const ORGANISER_HOME = '/organiser'

/** Whether somebody holds one of `wanted`; true where nothing is wanted. */
export const holdsOneOf = (
  wanted: readonly string[] | undefined,
  held: readonly string[] | undefined,
): boolean => !wanted || wanted.length === 0 || wanted.some((right) => held?.includes(right))

/** What people ask of the programme about their data; a withdrawal from a contract stands beside. */
export const DATA_REQUEST_KINDS = ['export', 'erasure', 'withdrawal'] as const
export type DataRequestKind = (typeof DATA_REQUEST_KINDS)[number]
/** How a request came: from the account itself, or to the organiser who does it on the person's behalf. */
export const DATA_REQUEST_WAYS = ['account', 'mail', 'letter', 'other'] as const
export type DataRequestWay = (typeof DATA_REQUEST_WAYS)[number]
export const DATA_REQUEST_STATES = ['open', 'done', 'refused'] as const
export type DataRequestState = (typeof DATA_REQUEST_STATES)[number]
/** Days that a request is kept after it ended, as the proof that it was answered. */
export const DATA_REQUEST_DAYS = 3 * 365
