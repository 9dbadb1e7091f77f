import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  addressIn,
  CHOICE_SECONDS,
  DEFAULT_LANGUAGE,
  isPublicPage,
  LANGUAGES,
  readAddress,
  PUBLIC_ROUTES,
  ROUTES,
  pagesBeyondTable,
  setReleasePages,
  type Language,
} from '@awards/shared/domain'
import { SHELL_PAGES, type Page } from '@awards/shared/pages'
import type { RemoteRoute } from '@awards/shared/releases'
import { languageOf } from '../../../api/src/http/actor.ts'
import { readCookie, setCookie } from '../../../api/src/http/cookies.ts'
import type { ChannelState, RegistryReader } from '../registry/registry.types.ts'

/** The common fields of routes of the site's table and of releases. */
export type PageRoute = { readonly path: string; readonly title: string; readonly owner: string }

const segments = (path: string) => path.split('/').filter(Boolean)

/** Number of static segments if the route matches, else -1; the highest rank wins, as in the browser's router. */
function rank(route: PageRoute, asked: readonly string[]): number {
  const wanted = segments(route.path)
  if (route.path === '*' || wanted.length !== asked.length) return -1
  let score = 0
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) continue
    // Case-insensitive, as the router.
    if (part.toLowerCase() !== asked[index]?.toLowerCase()) return -1
    score += 1
  }
  return score
}

/** Routes of releases that are not in the site's table. */
export function releaseRoutes(
  releases: Iterable<{ readonly name: string; readonly routes: readonly RemoteRoute[] }>,
): PageRoute[] {
  const known = new Set<string>(ROUTES.map(({ path }) => path))
  return [...releases].flatMap(({ name, routes }) =>
    routes
      .filter(({ path }) => !known.has(path))
      .map(({ path, title }) => ({ path, title, owner: name })),
  )
}

/** Finds the best route of a path; undefined if none matches (404). */
export function matchRoute(path: string, more: readonly PageRoute[] = []): PageRoute | undefined {
  const asked = segments(path)
  const [best] = [...ROUTES, ...more]
    .map((route) => ({ route, score: rank(route, asked) }))
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score)
  return best?.route
}

/** Pages of the shell that the server renders. */
export const RENDERED_BY_SHELL: ReadonlySet<string> = new Set(
  Object.values<Page>(SHELL_PAGES)
    .filter(({ isRendered }) => isRendered)
    .map(({ path }) => path),
)

const CANONICAL = new Set<string>([...PUBLIC_ROUTES.map(({ path }) => path), ...RENDERED_BY_SHELL])

function encodeSegment(part = ''): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return part
  }
}

/**
 * Canonical path of a page that the server renders: case of the table, no trailing slash, parameters percent-encoded.
 * Other paths are returned unchanged.
 */
function canonicalPath(path: string): string {
  const route = matchRoute(path)
  if (!route || !CANONICAL.has(route.path)) return path
  const asked = segments(path)
  const parts = segments(route.path).map((part, index) =>
    part.startsWith(':') ? encodeSegment(asked[index]) : part,
  )
  return `/${parts.join('/')}`
}

/** Cookie of the language that the visitor chose. */
const COOKIE = 'language'

const chosenLanguage = (request: FastifyRequest): Language | undefined =>
  LANGUAGES.find((one) => one === readCookie(request, COOKIE))

/** Keeps a choice that was made without scripts, as they keep it. */
export const keepLanguage = (reply: FastifyReply, language: Language, siteUrl: string) =>
  setCookie(reply, {
    name: COOKIE,
    value: language,
    seconds: CHOICE_SECONDS,
    sameSite: 'Lax',
    isSecure: siteUrl.startsWith('https:'),
    isForScripts: true,
  })

/** Language of the cookie, else of Accept-Language, else English (crawlers). */
export const visitorLanguage = (request: FastifyRequest): Language =>
  chosenLanguage(request) ?? languageOf(request.headers['accept-language'])

/** Language of the referring public page of this site, for pages with one URL for all languages. */
function refererLanguage({ headers }: FastifyRequest): Language | undefined {
  const { referer = '', host } = headers
  if (!URL.canParse(referer)) return undefined
  const before = new URL(referer)
  const { language, path } = readAddress(before.pathname)
  return before.host === host && isPublicPage(path) ? (language ?? DEFAULT_LANGUAGE) : undefined
}

/** A parsed URL: page path without language prefix, query, and the language to answer in. */
export type PageRequest = {
  readonly path: string
  readonly query: URLSearchParams
  readonly language: Language
}

/** Redirect to the canonical or the localised URL. */
export type AddressRedirect = {
  readonly status: 301 | 302
  readonly to: string
  /** The language that the visitor chose by the URL, where the one that follows does not name it. */
  readonly chosen?: Language
}

/** The page that a form was sent from, in its own language: the answer to a form is never redirected. */
export function formPageRequest({ url }: FastifyRequest, language: Language): PageRequest {
  const [pathname = '/', search = ''] = url.split('?', 2)
  const { path } = readAddress(pathname)
  return { path: canonicalPath(path), query: new URLSearchParams(search), language }
}

/**
 * Parses the URL of a document. Public pages are answered in the language of their URL. Redirects 301 to the canonical
 * spelling, keeping the choice of English that `/en/…` is, and 302 from the plain URL to the visitor's language if that is not English.
 */
export function parsePageRequest(request: FastifyRequest): PageRequest | AddressRedirect {
  const [pathname = '/', ...rest] = request.url.split('?')
  const search = rest.length > 0 ? `?${rest.join('?')}` : ''
  const { language, path: requestedPath } = readAddress(pathname)
  const path = canonicalPath(requestedPath)
  const query = new URLSearchParams(search)
  if (language === DEFAULT_LANGUAGE) return { status: 301, to: path + search, chosen: language }
  if (path !== requestedPath) {
    return { status: 301, to: addressIn(language ?? DEFAULT_LANGUAGE, path) + search }
  }
  if (language) return { path, query, language }
  if (!isPublicPage(path)) {
    const pageLanguage =
      chosenLanguage(request) ?? refererLanguage(request) ?? visitorLanguage(request)
    return { path, query, language: pageLanguage }
  }
  const wanted = visitorLanguage(request)
  if (wanted === DEFAULT_LANGUAGE) return { path, query, language: wanted }
  return { status: 302, to: addressIn(wanted, path) + search }
}

/** Public pages that the releases of a channel bring beyond the table, by the release that most visitors get. */
const pagesOf = (state: ChannelState): readonly RemoteRoute[] =>
  [...state.values()].flatMap(({ versions, releases }) => {
    const [main] = versions.toSorted((one, other) => other.traffic - one.traffic)
    const { routes = [] } = (main && releases.get(main.version)) ?? {}
    return pagesBeyondTable(routes)
  })

/** The state of a channel is one object until somebody changes it, so its pages are computed once. */
let known: { readonly state: ChannelState; readonly pages: readonly RemoteRoute[] } | undefined

/**
 * Has the addresses of this site know the public pages of its releases, each of which has one in every language, and
 * returns them. Before a request is parsed; without the registry the addresses stay, and none are returned.
 */
export async function rememberReleasePages(
  registry: RegistryReader,
  channel: Parameters<RegistryReader['channel']>[0],
): Promise<readonly RemoteRoute[]> {
  const state = await registry.channel(channel).catch(() => undefined)
  if (!state) return []
  if (known?.state !== state) {
    known = { state, pages: pagesOf(state) }
    setReleasePages(known.pages.map(({ path }) => path))
  }
  return known.pages
}
