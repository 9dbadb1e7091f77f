import { PUBLIC_ROUTES, ROUTES } from '@awards/shared/domain'
import { SHELL_PAGES, type Page } from '@awards/shared/pages'
import type { RemoteRoute } from '@awards/shared/releases'

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
export function canonicalPath(path: string): string {
  const route = matchRoute(path)
  if (!route || !CANONICAL.has(route.path)) return path
  const asked = segments(path)
  const parts = segments(route.path).map((part, index) =>
    part.startsWith(':') ? encodeSegment(asked[index]) : part,
  )
  return `/${parts.join('/')}`
}
