import type { ComponentType } from 'react'
import { Outlet, redirect, type LoaderFunction, type RouteObject } from 'react-router-dom'
import { useStylesOf } from './remote-styles.ts'
import { boundaryOf } from '../failures/failure-panel.tsx'
import type { RedirectFor } from './retryable-route.tsx'

/** Wraps the pages of a remote: enables its styles while they are mounted, and guards them. */
function frameOf(remote: string, Guard: ComponentType = Outlet): ComponentType {
  return function RemoteFrame() {
    useStylesOf(remote)
    return <Guard />
  }
}

/** A place in the shell's route tree where some pages of one remote appear. */
export type RemoteMount = {
  readonly id: string
  readonly remote: string
  /** Patterns of the pages, from the root: `/winners/:apply_order_id`. */
  readonly paths: readonly string[]
  /** Guards the pages; renders an `<Outlet />`. */
  readonly Component?: ComponentType
  /** Redirect for visitors who are not admitted, evaluated before the remote loads. */
  readonly redirectFor?: RedirectFor
}

const relative = (path: string) => path.replace(/^\//, '')
export const staticPart = (path: string) => relative(path).split('/:')[0] ?? ''

/** Redirects visitors who are not admitted; answers 404 for a page that the remote does not have. */
const unpatchedLoader =
  ({ redirectFor }: RemoteMount): LoaderFunction =>
  async ({ request }) => {
    const { pathname, search } = new URL(request.url)
    const elsewhere = await redirectFor?.(pathname + search)
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
    handle: { remote: mount.remote },
    Component: frameOf(mount.remote, mount.Component),
    ErrorBoundary: boundaryOf(mount.remote),
    children: splats.map((path) => ({
      id: `${mount.id}:${path}`,
      path,
      handle: { remote: mount.remote },
      loader: unpatchedLoader(mount),
      Component: () => null,
    })),
  }
}

/** Whether a page of a remote stands at a mount. */
export const isMountedAt = (mount: RemoteMount, route: RouteObject) =>
  mount.paths.some((path) => relative(path) === relative(route.path ?? ''))
