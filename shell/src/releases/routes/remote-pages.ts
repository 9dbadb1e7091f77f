import { ROUTES, type SiteRoute, type Wrapper } from '@awards/shared/domain'
import type { DiscoveredRoute, DiscoveryDocument, RemoteRoute } from '@awards/shared/releases'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router-dom'
import { knownDiscovery } from '../discovery.ts'
import type { RemoteMount } from './remote-node.tsx'
import type { RedirectFor } from './retryable-route.tsx'

/** A page of a remote: of the table of routes, or brought along by a release. */
type RemotePage = DiscoveredRoute & { readonly remote: string }

const TABLE: RemotePage[] = ROUTES.flatMap(({ owner, path, title, wrappers }) =>
  owner === 'shell' ? [] : [{ remote: owner, path, title, wrappers: [...wrappers] }],
)

/** The shape of a path: `/news/:slug` and `/news/:id` are the same place. */
const shapeOf = (path: string) => path.replace(/:[^/]+/g, ':').toLowerCase()
const OF_TABLE = new Set(ROUTES.map(({ path }) => shapeOf(path)))

/** Pages that releases declare beyond the table of routes. */
export function extraPages(document: DiscoveryDocument | undefined): RemotePage[] {
  const taken = new Set(OF_TABLE)
  return Object.entries(document?.microFrontends ?? {}).flatMap(([remote, [entry]]) =>
    (entry?.extras.modulefederation.routes ?? []).flatMap((route) => {
      const shape = shapeOf(route.path)
      if (taken.has(shape)) return []
      taken.add(shape)
      return [{ ...route, remote }]
    }),
  )
}

/** All pages of all remotes. */
export const remotePages = (document: DiscoveryDocument | undefined): RemotePage[] => [
  ...TABLE,
  ...extraPages(document),
]

/** What decides who is let to a page. */
export type Access = {
  readonly wrappers: readonly Wrapper[]
  readonly rights?: readonly string[] | undefined
}

/**
 * One mount for each remote and way of guarding (wrappers and rights). `guard` gives the component that admits or
 * refuses a visitor, or nothing for pages that anybody may read; `redirectFor` answers the same question before the
 * remote is loaded.
 */
export function groupRemoteRoutes(
  pages: readonly RemotePage[],
  guard: (access: Access) => ComponentType | undefined,
  redirectFor?: (access: Access) => RedirectFor | undefined,
): RemoteMount[] {
  const groups = new Map<string, RemotePage[]>()
  for (const page of pages) {
    const id = [
      page.remote,
      ...page.wrappers,
      ...(page.rights ?? []).map((right) => `+${right}`),
    ].join(':')
    groups.set(id, [...(groups.get(id) ?? []), page])
  }
  return [...groups].flatMap(([id, group]) => {
    const [first] = group
    if (!first) return []
    const { remote } = first
    const paths = group.map(({ path }) => path)
    return [{ id, remote, paths, Component: guard(first), redirectFor: redirectFor?.(first) }]
  })
}

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
