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

/** A page of the site's table: of the shell, or of `remote.json` of a remote. */
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
  /** The desk brings views into its bar, which keeps a row for them on narrow screens. */
  readonly hasViews?: true
  readonly redirect?: string
  /** The server renders this page of the shell; those of remotes it renders where they have no guard. */
  readonly isRendered?: true
  /** Query parameters that change what the server renders. Their order is that of the cache key. */
  readonly query?: readonly string[]
}

/** Pages by the name that `paths` and the remote's `routes.tsx` use. */
export type Pages = Readonly<Record<string, Page>>

export { ENTRANT_PAGES, JURY_PAGES, PAYMENT_PAGES, PUBLIC_PAGES } from './remote-pages.gen.ts'

/** Pages of the shell. */
export const SHELL_PAGES = {
  start: { path: '/', title: '', redirect: '/account' },
  login: { path: '/login', title: 'Login', isRendered: true, query: ['tab', 'redirect'] },
  forget: { path: '/forget', title: 'Forget', isRendered: true, query: ['redirect'] },
  changePassword: { path: '/changepassword', title: 'ChangePassword', wrappers: ['auth'] },
  keys: { path: '/keys', title: 'Keys and webhooks', wrappers: ['auth'] },
  // For those who ship releases; the registry answers nobody else.
  releases: { path: '/releases', title: 'Releases', frame: 'desk' },
  forbidden: { path: '/403', title: '403', layout: false },
  notFound: { path: '*', title: '404', layout: false },
} as const satisfies Pages
