import { releaseOfPath } from '@awards/shared/releases'
import { useInsertionEffect, type ComponentType } from 'react'
import { Outlet, redirect, type LoaderFunction, type RouteObject } from 'react-router-dom'
import { boundaryOf } from '../failures/failure-panel.tsx'
import { loadedVersion, remoteStore } from '../remote-store.ts'
import type { RedirectFor } from './retryable-route.tsx'

/** The remote whose page stands in the document, and its version as far as it is known. */
let shown: { readonly name: string; readonly version: string | undefined } | undefined

function isShown(href: string): boolean {
  const release = releaseOfPath(href)
  if (!release) return true
  if (release.name !== shown?.name) return false
  return shown.version === undefined || release.version === shown.version
}

/**
 * Only the styles of the shown release apply. The others are disabled instead of removed, so that coming back costs
 * nothing.
 */
function applyStyles() {
  // While another version is tried, the one that is on screen stays dressed.
  if (shown) shown = { ...shown, version: loadedVersion(shown.name) ?? shown.version }
  for (const sheet of document.styleSheets) {
    if (sheet.href) sheet.disabled = !isShown(sheet.href)
  }
}

/** Keeps the styles of a remote to its own pages: whatever they say, they end where the remote does. */
export function useStylesOf(name: string) {
  useInsertionEffect(() => {
    shown = { name, version: undefined }
    applyStyles()
    const forget = remoteStore.subscribe(applyStyles)
    return () => {
      forget()
      if (shown?.name === name) shown = undefined
      applyStyles()
    }
  }, [name])
}

/**
 * Styles that arrive before their page or after it has gone wait for it. Those of a page that the server
 * `rendered` are on screen from the start.
 */
export function watchStyles(rendered?: { readonly name: string; readonly version: string }) {
  if (rendered) shown = { name: rendered.name, version: rendered.version }
  const look = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') applyStyles()
  }
  document.addEventListener('load', look, { capture: true })
}

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
