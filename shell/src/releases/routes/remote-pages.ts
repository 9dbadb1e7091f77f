import { ROUTES } from '@awards/shared/domain'
import type { DiscoveryDocument, RemoteRoute } from '@awards/shared/platform'

/** A page of a remote: of the table of routes, or brought along by a release. */
export type RemotePage = RemoteRoute & { readonly remote: string }

const TABLE: RemotePage[] = ROUTES.flatMap(({ owner, path, title, wrappers }) =>
  owner === 'shell' ? [] : [{ remote: owner, path, title, wrappers: [...wrappers] }],
)

/** The shape of a path: `/news/:slug` and `/news/:id` are the same place. */
const shapeOf = (path: string) => path.replace(/:[^/]+/g, ':').toLowerCase()
const OF_TABLE = new Set(ROUTES.map(({ path }) => shapeOf(path)))

/** Pages that the releases of a document have and the table of routes has not. */
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
