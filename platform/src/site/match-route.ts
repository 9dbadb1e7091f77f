import { PUBLIC_ROUTES, ROUTES } from '@awards/shared/domain'
import type { RemoteRoute } from '@awards/shared/platform'

/** What the server needs of a route, whether the site's table or a release brings it. */
export type PageRoute = { readonly path: string; readonly title: string; readonly owner: string }

const segments = (path: string) => path.split('/').filter(Boolean)

/** A written segment of the path counts more than a parameter, as in the router of the browser. */
function rank(route: PageRoute, asked: readonly string[]): number {
  const wanted = segments(route.path)
  if (route.path === '*' || wanted.length !== asked.length) return -1
  let score = 0
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) continue
    // The router compares without regard to case.
    if (part.toLowerCase() !== asked[index]?.toLowerCase()) return -1
    score += 1
  }
  return score
}

/** The routes of releases that the site's own table does not have. */
export function routesBeyondTable(
  releases: Iterable<{ readonly name: string; readonly routes: readonly RemoteRoute[] }>,
): PageRoute[] {
  const known = new Set<string>(ROUTES.map(({ path }) => path))
  return [...releases].flatMap(({ name, routes }) =>
    routes
      .filter(({ path }) => !known.has(path))
      .map(({ path, title }) => ({ path, title, owner: name })),
  )
}

/** The route that a path leads to, or nothing when the not-found page will answer. */
export function matchRoute(path: string, more: readonly PageRoute[] = []): PageRoute | undefined {
  const asked = segments(path)
  const [best] = [...ROUTES, ...more]
    .map((route) => ({ route, score: rank(route, asked) }))
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score)
  return best?.route
}

const PUBLIC = new Set<string>(PUBLIC_ROUTES.map(({ path }) => path))

function spelledPart(part = ''): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return part
  }
}

/**
 * The one way to write the path of a public page, so that it has one address: as the table writes it,
 * without a slash at the end, and parameters encoded as usual. Every other path is left as it is.
 */
export function spelledPath(path: string): string {
  const route = matchRoute(path)
  if (!route || !PUBLIC.has(route.path)) return path
  const asked = segments(path)
  const parts = segments(route.path).map((part, index) =>
    part.startsWith(':') ? spelledPart(asked[index]) : part,
  )
  return `/${parts.join('/')}`
}
