import { homeRoute, identityFlags, type Identity } from './accounts/identity.ts'

/** Remotes that the shell loads at run time. */
export const REMOTES = ['mf-public', 'mf-entrant', 'mf-payment', 'mf-jury'] as const
export type RemoteName = (typeof REMOTES)[number]

/** Ways in which a route is guarded (specification §2, §6); evaluated by `admit`. */
export const WRAPPERS = [
  'auth',
  'juryauth',
  'onlyJury',
  'subJury',
  'levsubJury',
  'reviewer',
] as const
export type Wrapper = (typeof WRAPPERS)[number]

export type SiteRoute = {
  readonly path: string
  /** Title of the document; the specification's own for its seventeen routes. */
  readonly title: string
  readonly owner: 'shell' | RemoteName
  readonly wrappers: readonly Wrapper[]
  readonly layout: boolean
  readonly redirect?: string
}

const route = (
  path: string,
  title: string,
  owner: SiteRoute['owner'],
  wrappers: readonly Wrapper[] = [],
  more: Partial<Pick<SiteRoute, 'layout' | 'redirect'>> = {},
): SiteRoute => ({ path, title, owner, wrappers, layout: true, ...more })

/** The seventeen routes of the specification (§2), in its order. */
export const SPECIFICATION_ROUTES = [
  route('/', '', 'shell', [], { redirect: '/account' }),
  route('/login', 'Login', 'shell'),
  route('/forget', 'Forget', 'shell'),
  route('/changepassword', 'ChangePassword', 'shell', ['auth']),
  route('/account', 'Account', 'mf-entrant', ['auth', 'juryauth']),
  route('/pay-result', 'PayResult', 'mf-payment', ['auth', 'juryauth']),
  route('/steps', 'Steps', 'mf-entrant', ['auth']),
  route('/preview', 'Preview', 'mf-entrant', ['auth']),
  route('/awards/steps', 'Awards', 'mf-entrant', ['auth', 'juryauth']),
  route('/submit', 'Submit', 'mf-entrant', ['auth', 'juryauth']),
  route('/juryreview', 'JuryReview', 'mf-jury', ['onlyJury']),
  route('/subjuryreview', 'SubJury', 'mf-jury', ['subJury']),
  route('/levelJuryreview', 'LevsubJury', 'mf-jury', ['levsubJury']),
  route('/juryreviewdetails', 'JuryawardsDetail', 'mf-jury', ['onlyJury']),
  route('/subjuryreviewdetails', 'Subjuryreviewdetails', 'mf-jury', ['reviewer']),
  route('/403', '403', 'shell', [], { layout: false }),
  route('*', '404', 'shell', [], { layout: false }),
] as const

/** Pages of an entrant that the specification does not name. */
export const ENTRANT_ROUTES = [
  route('/score-sheet', 'Score sheet', 'mf-entrant', ['auth', 'juryauth']),
] as const

/** Pages of those who run the programme, which the specification does not name. */
export const DESK_ROUTES = [
  route('/payments', 'Payments', 'mf-payment', ['onlyJury']),
  // Read by people who have no seat yet, so it asks for nobody.
  route('/jury-invitation', 'Invitation to the jury', 'mf-jury'),
] as const

/** Pages that anybody may read; `/` is taken by the specification, so they live at their own routes. */
export const PUBLIC_ROUTES = [
  route('/home', 'Home', 'mf-public'),
  route('/winners', 'Winners', 'mf-public'),
  route('/winners/:apply_order_id', 'Winner', 'mf-public'),
  route('/jury', 'Jury', 'mf-public'),
  route('/jury/:juror', 'Juror', 'mf-public'),
  route('/categories', 'Categories', 'mf-public'),
  route('/awards', 'Award levels', 'mf-public'),
  route('/calendar', 'Calendar', 'mf-public'),
  route('/fees', 'Fees', 'mf-public'),
  route('/regulations', 'Regulations', 'mf-public'),
  route('/media', 'In the media', 'mf-public'),
  route('/news', 'News', 'mf-public'),
  route('/news/:slug', 'News', 'mf-public'),
  route('/faq', 'Questions and answers', 'mf-public'),
  route('/privacy', 'Privacy', 'mf-public'),
  route('/terms', 'Terms of entry', 'mf-public'),
  route('/legal', 'Legal notice', 'mf-public'),
  route('/cookies', 'Cookies', 'mf-public'),
  route('/accessibility', 'Accessibility statement', 'mf-public'),
  route('/withdrawal', 'Right of withdrawal', 'mf-public'),
  route('/contact', 'Contact', 'mf-public'),
  route('/about', 'About', 'mf-public'),
  route('/verify/:number', 'Certificate verification', 'mf-public'),
] as const

/** Every page of the product, in the order in which routes are matched. */
export const ROUTES: readonly SiteRoute[] = [
  ...SPECIFICATION_ROUTES,
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
