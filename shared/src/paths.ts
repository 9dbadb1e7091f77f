import type { Page, Pages } from './domain/pages.ts'
import { PAGES } from './domain/routes.ts'

type Query = Readonly<Record<string, string | number | undefined>>

const withQuery = (path: string, query: Query): string => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return path
  return `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

/** The parameters of a route pattern, one string each: `/winners/:apply_order_id` has one. */
type Parameters<Path extends string> = Path extends `${string}/:${string}/${infer Rest}`
  ? [value: string, ...Parameters<`/${Rest}`>]
  : Path extends `${string}/:${string}`
    ? [value: string]
    : []

type PagePath<Path extends string> =
  Parameters<Path> extends [] ? Path : (...values: Parameters<Path>) => string

type PagePaths<P extends Pages> = { readonly [Name in keyof P]: PagePath<P[Name]['path']> }

const PARAMETER = /:[^/]+/g

function pathOf({ path }: Page) {
  if (!path.includes(':')) return path
  return (...values: string[]) => {
    const rest = values.values()
    return path.replace(PARAMETER, () => encodeURIComponent(rest.next().value ?? ''))
  }
}

/** The path of each page; a function of its parameters where the pattern has some. */
const pathsOf = <P extends Pages>(pages: P) =>
  Object.fromEntries(
    Object.entries<Page>(pages).map(([name, page]) => [name, pathOf(page)]),
  ) as PagePaths<P>

const { start: _start, notFound: _notFound, ...linked } = PAGES
const page = pathsOf(linked)

/**
 * Every link of the site: each declared page by its name (`remote.json`, or `domain/pages.ts` for the shell), and below those that take a query.
 * Nobody writes a path by hand.
 */
export const paths = {
  ...page,
  winners: (query: Query = {}) => withQuery(page.winners, query),
  login: (redirect?: string) => withQuery(page.login, { redirect }),
  /** Begins a sign-in by way of an organisation; to be loaded as a document. */
  signInWith: (provider: string, redirect?: string) =>
    withQuery(page.login, { begin: provider, redirect }),
  register: (redirect?: string) => withQuery(page.login, { tab: 'register', redirect }),
  account: (tab?: string) => withQuery(page.account, { tab }),
  /** The entry form; without `id` a new entry is begun. */
  steps: (query: { id?: string; step?: number; field?: string } = {}) =>
    withQuery(page.steps, query),
  preview: (id: string) => withQuery(page.preview, { id }),
  studioInvitation: (token: string) => withQuery(page.studioInvitation, { token }),
  submit: (id: string) => withQuery(page.submit, { id }),
  payResult: (order_no: string) => withQuery(page.payResult, { order_no }),
  /** Where the fee of an entry is paid. */
  pay: (id: string) => withQuery(page.payResult, { entry: id }),
  /** Where the fees of several entries are paid at once; of all that are due where none is named. */
  payBasket: (ids: readonly string[] = []) =>
    withQuery(page.payResult, { basket: ids.join(',') || 'due' }),
  /** Where the winner package of an entry is paid. */
  payPackage: (id: string, code?: string) => withQuery(page.payResult, { package: id, code }),
  awardSteps: (id: string, step?: number) => withQuery(page.awardSteps, { id, step }),
  /** How the jury saw an entry. */
  scoreSheet: (id: string) => withQuery(page.scoreSheet, { id }),
  /** Payments, refunds and books, for the chair who looks after them. */
  payments: (query: Query = {}) => withQuery(page.payments, query),
  /** The parts of the chair's desk; without `view` the table of entries. */
  juryDesk: (query: Query = {}) => withQuery(page.juryReview, query),
  /** What an invitation to the jury offers. */
  juryInvitation: (code: string) => withQuery(page.juryInvitation, { code }),
  juryReviewDetails: (id: string) => withQuery(page.juryReviewDetails, { id }),
  subJuryReviewDetails: (id: string) => withQuery(page.subJuryReviewDetails, { id }),
  /** Two to four entries side by side. */
  juryCompare: (ids: readonly string[]) =>
    withQuery(page.subJuryReviewDetails, { compare: ids.join(',') }),
} as const
