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
