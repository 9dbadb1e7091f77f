import { matchPath, type RouteObject } from 'react-router-dom'

const parameters = (path: string) => path.split('/:').length

/** The page of a remote at an address; a written segment counts more than a parameter. */
export function pageAt(routes: readonly RouteObject[], pathname: string): RouteObject | undefined {
  const absolute = ({ path = '' }: RouteObject) => `/${path.replace(/^\//, '')}`
  return routes
    .filter((route) => route.path && matchPath({ path: absolute(route), end: true }, pathname))
    .sort((a, b) => parameters(absolute(a)) - parameters(absolute(b)))[0]
}

/**
 * Loads the page for which a remote is loaded. A release whose first page does not work is left for
 * the one before, as long as nothing of it is on screen.
 */
export async function loadFirstScreen(routes: readonly RouteObject[], pathname: string) {
  const page = pageAt(routes, pathname)
  if (typeof page?.lazy === 'function') await page.lazy()
}
