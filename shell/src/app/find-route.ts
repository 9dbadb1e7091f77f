import { ROUTES, type SiteRoute } from '@awards/shared/domain'
import { matchPath } from 'react-router-dom'

/** The entry of the table of routes for an address without the base path. */
export const findRoute = (pathname: string): SiteRoute | undefined =>
  ROUTES.find(({ path }) => path !== '*' && matchPath({ path, end: true }, pathname)) ??
  ROUTES.find(({ path }) => path === '*')
