import { homeRoute, identityFlags, type Identity } from './accounts/identity.ts'
import {
  ENTRANT_PAGES,
  JURY_PAGES,
  PAYMENT_PAGES,
  PUBLIC_PAGES,
  SHELL_PAGES,
  type Page,
  type Pages,
  type RemoteName,
  type Wrapper,
} from './pages.ts'

export { REMOTES, WRAPPERS } from './pages.ts'
export type { RemoteName, Wrapper } from './pages.ts'

/** A page with its owner. */
export type SiteRoute = {
  readonly path: string
  readonly title: string
  readonly owner: 'shell' | RemoteName
  readonly wrappers: readonly Wrapper[]
  readonly layout: boolean
  readonly frame?: 'desk'
  readonly hasViews?: true
  readonly redirect?: string
  readonly query?: readonly string[]
}

/** Every page by its name. A name stands once, whatever its owner. */
export const PAGES = {
  ...SHELL_PAGES,
  ...ENTRANT_PAGES,
  ...PAYMENT_PAGES,
  ...JURY_PAGES,
  ...PUBLIC_PAGES,
}

const routesOf = (owner: SiteRoute['owner'], pages: Pages): SiteRoute[] =>
  Object.values<Page>(pages).map((page) => ({ wrappers: [], layout: true, ...page, owner }))

const DECLARED = [
  ...routesOf('shell', SHELL_PAGES),
  ...routesOf('mf-entrant', ENTRANT_PAGES),
  ...routesOf('mf-payment', PAYMENT_PAGES),
  ...routesOf('mf-jury', JURY_PAGES),
  ...routesOf('mf-public', PUBLIC_PAGES),
]

/** The order of the specification (§2). */
const SPECIFICATION: readonly (keyof typeof PAGES)[] = [
  'start',
  'login',
  'forget',
  'changePassword',
  'account',
  'payResult',
  'steps',
  'preview',
  'awardSteps',
  'submit',
  'juryReview',
  'subJuryReview',
  'levelJuryReview',
  'juryReviewDetails',
  'subJuryReviewDetails',
  'forbidden',
  'notFound',
]

/** The seventeen routes of the specification (§2), in its order. */
export const SPECIFICATION_ROUTES: readonly SiteRoute[] = SPECIFICATION.flatMap((name) =>
  DECLARED.filter(({ path }) => path === PAGES[name].path),
)

const othersOf = (...owners: SiteRoute['owner'][]): readonly SiteRoute[] =>
  DECLARED.filter((route) => owners.includes(route.owner) && !SPECIFICATION_ROUTES.includes(route))

/** Pages of the shell that the specification does not name. */
export const SHELL_ROUTES = othersOf('shell')

/** Pages of an entrant that the specification does not name. */
export const ENTRANT_ROUTES = othersOf('mf-entrant')

/** Pages of those who run the programme, which the specification does not name. */
export const DESK_ROUTES = othersOf('mf-payment', 'mf-jury')

/** Pages that anybody may read; `/` is taken by the specification, so they live at their own routes. */
export const PUBLIC_ROUTES = othersOf('mf-public')

/** Every page of the product, in the order in which routes are matched. */
export const ROUTES: readonly SiteRoute[] = [
  ...SPECIFICATION_ROUTES,
  ...SHELL_ROUTES,
  ...ENTRANT_ROUTES,
  ...DESK_ROUTES,
  ...PUBLIC_ROUTES,
]

export type Admission = { admit: true } | { admit: false; to: 'login' | 'forbidden' | string }

/**
 * Decides whether a visitor may stay on a route. `auth` asks for any signed-in user. `juryauth` sends
 * a juror to the review home and lets everybody else pass, since entrants must reach their account.
 * The others ask for one identity; `reviewer` for 2 or 3.
 */
export function admit(wrappers: readonly Wrapper[], identity: Identity | undefined): Admission {
  for (const wrapper of wrappers) {
    if (identity === undefined) return { admit: false, to: 'login' }
    if (wrapper === 'juryauth' && identityFlags(identity).isJury) {
      return { admit: false, to: homeRoute(identity) }
    }
    const wanted = IDENTITY_OF_WRAPPER[wrapper]
    if (wanted && !wanted.includes(identity)) return { admit: false, to: 'forbidden' }
  }
  return { admit: true }
}

const IDENTITY_OF_WRAPPER: Partial<Record<Wrapper, readonly Identity[]>> = {
  onlyJury: [1],
  subJury: [2],
  levsubJury: [3],
  reviewer: [2, 3],
}
