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

/** A page as its owner declares it. */
export type Page = {
  /** Route pattern from the root. `paths` has a string for it, or a function of its parameters. */
  readonly path: `/${string}` | '*'
  /** Title of the document; the specification's own for its seventeen routes. */
  readonly title: string
  /** Guards of the page; without them it is public. */
  readonly wrappers?: readonly Wrapper[]
  /** False for a page outside the layout. */
  readonly layout?: false
  /** `desk` for a page to work at: one bar in place of the site's header and footer. */
  readonly frame?: 'desk'
  readonly redirect?: string
  /** The server renders this page of the shell; those of remotes it renders where they have no guard. */
  readonly isRendered?: true
  /** Query parameters that change what the server renders. Their order is that of the cache key. */
  readonly query?: readonly string[]
}

/** Pages by the name that `paths` and the remote's `routes.tsx` use. */
export type Pages = Readonly<Record<string, Page>>

// Plain literals: a remote bundles its own declaration alone, so that a release works in a shell that is older than its
// pages.

/** Pages of the shell. */
export const SHELL_PAGES = {
  start: { path: '/', title: '', redirect: '/account' },
  login: { path: '/login', title: 'Login', isRendered: true, query: ['tab', 'redirect'] },
  forget: { path: '/forget', title: 'Forget', isRendered: true, query: ['redirect'] },
  changePassword: { path: '/changepassword', title: 'ChangePassword', wrappers: ['auth'] },
  // For those who ship releases; the registry answers nobody else.
  releases: { path: '/releases', title: 'Releases', frame: 'desk' },
  forbidden: { path: '/403', title: '403', layout: false },
  notFound: { path: '*', title: '404', layout: false },
} as const satisfies Pages

/** Pages of mf-entrant. */
export const ENTRANT_PAGES = {
  account: { path: '/account', title: 'Account', wrappers: ['auth', 'juryauth'] },
  steps: { path: '/steps', title: 'Steps', wrappers: ['auth'] },
  preview: { path: '/preview', title: 'Preview', wrappers: ['auth'] },
  submit: { path: '/submit', title: 'Submit', wrappers: ['auth', 'juryauth'] },
  scoreSheet: { path: '/score-sheet', title: 'Score sheet', wrappers: ['auth', 'juryauth'] },
  awardSteps: { path: '/awards/steps', title: 'Awards', wrappers: ['auth', 'juryauth'] },
} as const satisfies Pages

/** Pages of mf-payment. */
export const PAYMENT_PAGES = {
  payResult: { path: '/pay-result', title: 'PayResult', wrappers: ['auth', 'juryauth'] },
  payments: { path: '/payments', title: 'Payments', wrappers: ['onlyJury'], frame: 'desk' },
} as const satisfies Pages

/** Pages of mf-jury. */
export const JURY_PAGES = {
  juryReview: { path: '/juryreview', title: 'JuryReview', wrappers: ['onlyJury'], frame: 'desk' },
  juryReviewDetails: {
    path: '/juryreviewdetails',
    title: 'JuryawardsDetail',
    wrappers: ['onlyJury'],
    frame: 'desk',
  },
  subJuryReview: { path: '/subjuryreview', title: 'SubJury', wrappers: ['subJury'], frame: 'desk' },
  levelJuryReview: {
    path: '/levelJuryreview',
    title: 'LevsubJury',
    wrappers: ['levsubJury'],
    frame: 'desk',
  },
  // Open to everybody: people who have no seat yet read it.
  juryInvitation: { path: '/jury-invitation', title: 'Invitation to the jury' },
  subJuryReviewDetails: {
    path: '/subjuryreviewdetails',
    title: 'Subjuryreviewdetails',
    wrappers: ['reviewer'],
    frame: 'desk',
  },
} as const satisfies Pages

/** Pages of mf-public, all public: `/` is taken by the specification, so the first is `/home`. */
export const PUBLIC_PAGES = {
  home: { path: '/home', title: 'Home' },
  winners: {
    path: '/winners',
    title: 'Winners',
    query: ['award', 'edition', 'category', 'section', 'country', 'keyword', 'year', 'current'],
  },
  winner: { path: '/winners/:apply_order_id', title: 'Winner' },
  jury: { path: '/jury', title: 'Jury', query: ['category', 'current'] },
  juror: { path: '/jury/:juror', title: 'Juror' },
  categories: { path: '/categories', title: 'Categories' },
  awardLevels: { path: '/awards', title: 'Award levels' },
  calendar: { path: '/calendar', title: 'Calendar' },
  fees: {
    path: '/fees',
    title: 'Fees',
    query: ['period', 'section', 'works', 'further', 'package', 'country', 'buyer'],
  },
  regulations: { path: '/regulations', title: 'Regulations', query: ['version'] },
  media: { path: '/media', title: 'In the media', query: ['current'] },
  news: { path: '/news', title: 'News', query: ['type', 'current'] },
  article: { path: '/news/:slug', title: 'News' },
  faq: { path: '/faq', title: 'Questions and answers', query: ['q'] },
  privacy: { path: '/privacy', title: 'Privacy' },
  terms: { path: '/terms', title: 'Terms of entry' },
  legal: { path: '/legal', title: 'Legal notice' },
  cookies: { path: '/cookies', title: 'Cookies' },
  accessibility: { path: '/accessibility', title: 'Accessibility statement' },
  withdrawal: { path: '/withdrawal', title: 'Right of withdrawal' },
  contact: { path: '/contact', title: 'Contact' },
  about: { path: '/about', title: 'About' },
  certificates: { path: '/verify', title: 'Verify a certificate', query: ['number'] },
  verify: { path: '/verify/:number', title: 'Certificate verification', query: ['number'] },
} as const satisfies Pages
