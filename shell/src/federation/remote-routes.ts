import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { loadRemote } from './load-remote.ts'
import { RemoteBoundary } from './remote-boundary.tsx'
import { retryableRoutes } from './retryable-route.tsx'

/** A place in the shell's route tree where some pages of one remote appear. */
export type RemoteMount = {
  readonly id: string
  readonly remote: string
  /** Patterns of the pages, from the root: `/winners/:apply_order_id`. */
  readonly paths: readonly string[]
  /** Guards the pages; renders an `<Outlet />`. */
  readonly Component?: ComponentType
}

const relative = (path: string) => path.replace(/^\//, '')
const staticPart = (path: string) => relative(path).split('/:')[0] ?? ''

/** A page that the remote turned out not to have: the not-found page answers. */
const notFound = () => {
  throw new Response('No such page', { status: 404 })
}

/**
 * The node of a mount, without a path and with its own error boundary. Its splat children make the
 * router ask for more routes: it does so only for a match with a parameter or a splat.
 */
export function remoteNode(mount: RemoteMount): RouteObject {
  const splats = [...new Set(mount.paths.map((path) => `${staticPart(path)}/*`))]
  return {
    id: mount.id,
    Component: mount.Component,
    ErrorBoundary: RemoteBoundary,
    children: splats.map((path) => ({
      id: `${mount.id}:${path}`,
      path,
      handle: { remote: mount.remote },
      loader: notFound,
      Component: () => null,
    })),
  }
}

const isMountedAt = (mount: RemoteMount, route: RouteObject) =>
  mount.paths.some((path) => relative(path) === relative(route.path ?? ''))

/** Longest static part first, so that `/awards/steps` is not taken for a page below `/awards`. */
function mountsOf(mounts: readonly RemoteMount[], path: string) {
  const candidates = mounts
    .flatMap((mount) => mount.paths.map((one) => ({ mount, start: `/${staticPart(one)}` })))
    .filter(({ start }) => path === start || path.startsWith(`${start}/`))
    .sort((a, b) => b.start.length - a.start.length)
  return candidates[0]?.mount
}

/**
 * The router of the site. `routes` holds the shell's pages and, wherever it likes, one `remoteNode`
 * for each of `mounts`; the pages of a remote are put there when somebody first goes to one.
 */
export function createSiteRouter(
  routes: RouteObject[],
  mounts: readonly RemoteMount[],
  { basename = '/' } = {},
) {
  const patched = new Set<string>()
  return createBrowserRouter(routes, {
    basename,
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const prefix = basename.replace(/\/$/, '')
      const remote = mountsOf(
        mounts,
        path.startsWith(prefix) ? path.slice(prefix.length) : path,
      )?.remote
      if (!remote || patched.has(remote)) return
      const module = await loadRemote(remote)
      // A patch does nothing after an abort, so it must not count as done.
      if (signal.aborted || patched.has(remote)) return
      patched.add(remote)
      const pages = retryableRoutes(remote, module.routes)
      for (const mount of mounts.filter((one) => one.remote === remote)) {
        patch(
          mount.id,
          pages.filter((page) => isMountedAt(mount, page)),
        )
      }
    },
  })
}
