import type { ComponentType } from 'react'
import {
  createBrowserRouter,
  redirect,
  type LoaderFunction,
  type RouteObject,
} from 'react-router-dom'
import { loadRemote } from './load-remote.ts'
import { boundaryOf } from './remote-boundary.tsx'
import { placeOf } from './remote-place.tsx'
import { retryableRoutes, type Divert } from './retryable-route.tsx'

/** A place in the shell's route tree where some pages of one remote appear. */
export type RemoteMount = {
  readonly id: string
  readonly remote: string
  /** Patterns of the pages, from the root: `/winners/:apply_order_id`. */
  readonly paths: readonly string[]
  /** Guards the pages; renders an `<Outlet />`. */
  readonly Component?: ComponentType
  /** Where a visitor has to go instead, asked before anything of the remote is loaded. */
  readonly divert?: Divert
}

const relative = (path: string) => path.replace(/^\//, '')
const staticPart = (path: string) => relative(path).split('/:')[0] ?? ''

/** Sends those away who are not admitted; a page that the remote does not have is not found. */
const answerUnpatched =
  ({ divert }: RemoteMount): LoaderFunction =>
  async ({ request }) => {
    const { pathname, search } = new URL(request.url)
    const elsewhere = await divert?.(pathname + search)
    if (elsewhere) return redirect(elsewhere)
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
    Component: placeOf(mount.remote, mount.Component),
    ErrorBoundary: boundaryOf(mount.remote),
    children: splats.map((path) => ({
      id: `${mount.id}:${path}`,
      path,
      handle: { remote: mount.remote },
      loader: answerUnpatched(mount),
      Component: () => null,
    })),
  }
}

const isMountedAt = (mount: RemoteMount, route: RouteObject) =>
  mount.paths.some((path) => relative(path) === relative(route.path ?? ''))

/** Longest static part first, so that `/awards/steps` is not taken for a page below `/awards`. */
function mountOf(mounts: readonly RemoteMount[], path: string) {
  // The router compares without regard to case.
  const asked = path.toLowerCase()
  const candidates = mounts
    .flatMap((mount) => mount.paths.map((one) => ({ mount, start: `/${staticPart(one)}` })))
    .filter(({ start }) => `${asked}/`.startsWith(`${start.toLowerCase()}/`))
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
  return createBrowserRouter(retryableRoutes('shell', routes), {
    basename,
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const prefix = basename.replace(/\/$/, '')
      const asked = path.startsWith(prefix) ? path.slice(prefix.length) : path
      const mount = mountOf(mounts, asked)
      if (!mount || patched.has(mount.remote) || (await mount.divert?.(asked))) return
      const { remote } = mount
      const module = await loadRemote(remote, asked)
      // A patch does nothing after an abort, so it must not count as done.
      if (signal.aborted || patched.has(remote)) return
      patched.add(remote)
      for (const one of mounts.filter((each) => each.remote === remote)) {
        const pages = module.routes.filter((page) => isMountedAt(one, page))
        patch(one.id, retryableRoutes(remote, pages, one.divert))
      }
    },
  })
}
