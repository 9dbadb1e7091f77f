import { ROUTES, type SiteRoute } from '@awards/shared/domain'

const segments = (path: string) => path.split('/').filter(Boolean)

/** A written segment of the path counts more than a parameter, as in the router of the browser. */
function rank(route: SiteRoute, asked: readonly string[]): number {
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

/** The route of the table that a path leads to, or nothing when the not-found page will answer. */
export function matchRoute(path: string): SiteRoute | undefined {
  const asked = segments(path)
  const [best] = ROUTES.map((route) => ({ route, score: rank(route, asked) }))
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score)
  return best?.route
}
