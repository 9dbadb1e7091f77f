import { ROUTES, type SiteRoute } from '@awards/shared/domain'
import type { RemoteRoute } from '@awards/shared/releases'
import { matchPath } from 'react-router-dom'
import { knownDiscovery } from '../releases/discovery.ts'
import { extraPages } from '../releases/routes/remote-pages.ts'

type NamedRoute = Pick<SiteRoute, 'path' | 'title' | 'wrappers'> & {
  readonly titles?: RemoteRoute['titles']
  readonly frame?: 'desk' | undefined
  readonly hasViews?: true
  readonly rights?: readonly string[] | undefined
}

/** The route for an address without the base path: of the table, else one that a release brings. */
export function findRoute(pathname: string, discovery = knownDiscovery()): NamedRoute | undefined {
  const matches = ({ path }: NamedRoute) =>
    path !== '*' && matchPath({ path, end: true }, pathname) !== null
  return (
    ROUTES.find(matches) ??
    extraPages(discovery).find(matches) ??
    ROUTES.find(({ path }) => path === '*')
  )
}
