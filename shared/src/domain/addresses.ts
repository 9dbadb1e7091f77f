import { LANGUAGES, type Language } from './constants.ts'
import { PUBLIC_ROUTES, ROUTES } from './routes.ts'

/** Its pages stand at their plain paths; those of the other languages below `/fr`, `/zh`. */
export const DEFAULT_LANGUAGE = LANGUAGES[0]

/** An address of a public page: the path that the routes know, and the language it names, if any. */
export type Address = { language: Language | undefined; path: string }

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}/?$`, 'i')
const PAGES = PUBLIC_ROUTES.map(({ path }) => patternOf(path))

type DeclaredRoute = {
  readonly path: string
  readonly wrappers: readonly string[]
  readonly rights?: readonly string[] | undefined
}

/** Nobody has to sign in for it, and no right is asked for. */
export const isOpenRoute = ({ wrappers, rights = [] }: Omit<DeclaredRoute, 'path'>): boolean =>
  wrappers.length === 0 && rights.length === 0

const OF_TABLE = new Set<string>(ROUTES.map(({ path }) => path))

/** Of the routes that releases declare, the public pages that the table of routes does not have. */
export const pagesBeyondTable = <R extends DeclaredRoute>(routes: readonly R[]): R[] =>
  routes.filter((route) => isOpenRoute(route) && !OF_TABLE.has(route.path))

let pagesOfReleases: readonly RegExp[] = []

/** Takes the public pages that the deployed releases bring beyond the table, in the place of those of before. */
export function setReleasePages(routes: readonly string[]) {
  pagesOfReleases = routes.map(patternOf)
}

/** True for the path of a page that anybody may read: of the table of routes, or of a release. */
export const isPublicPage = (path: string): boolean =>
  [...PAGES, ...pagesOfReleases].some((page) => page.test(path))

const PREFIX = new RegExp(`^/(${LANGUAGES.join('|')})(/.*)$`)

/**
 * Splits the path of an address: `/fr/winners` is `/winners` in French. Only public pages have an
 * address in each language; every other path is left as it is.
 */
export function readAddress(pathname: string): Address {
  const [, language, path = ''] = PREFIX.exec(pathname) ?? []
  if (!isPublicPage(path)) return { language: undefined, path: pathname }
  return { language: language as Language, path }
}

/** Where a page stands in a language; `path` may carry a query and a fragment. */
export function addressIn(language: Language, path: string): string {
  const [pathname = ''] = path.split(/[?#]/)
  return language !== DEFAULT_LANGUAGE && isPublicPage(pathname) ? `/${language}${path}` : path
}
