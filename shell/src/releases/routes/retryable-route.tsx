import { RELEASE_PLACES, releaseFolder, TRIES } from '@awards/shared/releases'
import type { ComponentType } from 'react'
import {
  redirect,
  redirectDocument,
  type LoaderFunction,
  type RouteObject,
  type ShouldRevalidateFunction,
} from 'react-router-dom'
import { abandonRelease, checkForNavigation, isWithdrawn } from '../updates.ts'
import {
  cancelScripts,
  interruptible,
  Interruption,
  isOnTheWay,
  type Load,
  pause,
} from '../loader/attempts.ts'
import { toRemoteError, trackRetry } from '../loader/load-remote.ts'
import { loadedVersion, setScreen } from '../remote-store.ts'
import { reportLoadFailure } from '../failures/report-error.ts'
import { nextRetry, retryScriptsBelow } from '../loader/refetch.ts'
import { countLoad, newTrace, track } from '../failures/telemetry.ts'
import { claimReload } from '../reload.ts'

/** Adds a retry number to the script addresses of the release: a browser would join a hanging request. */
function renewAddresses(name: string, version: string | undefined) {
  if (!version) return
  const retry = nextRetry()
  for (const place of RELEASE_PLACES) retryScriptsBelow(releaseFolder(name, version, place), retry)
}

/** Loads a screen of a remote whose routes are there; a failure on the way is tried once more. */
async function loadScreen<T>(name: string, lazy: () => Promise<T>): Promise<T> {
  const version = loadedVersion(name)
  const load: Load = { name, trace: newTrace(), since: Date.now(), attempt: 0 }
  for (;;) {
    load.attempt += 1
    setScreen(name, { since: load.since, slow: false })
    try {
      return await interruptible(load, lazy)
    } catch (cause) {
      if (cause instanceof Interruption) {
        if (version) cancelScripts(name, version)
        renewAddresses(name, version)
        return await loadScreen(name, lazy)
      }
      const error = await toRemoteError(load, version, cause)
      if (load.attempt < TRIES && isOnTheWay(error.problem)) {
        trackRetry(load, error)
        renewAddresses(name, version)
        await pause()
        continue
      }
      const { problem, message } = error
      track({ ...load, remote: name, version, problem, message, outcome: 'failed' })
      countLoad(name, version, 'failed')
      reportLoadFailure(error)
      throw error
    } finally {
      setScreen(name, undefined)
    }
  }
}

type Screen = { Component?: ComponentType; loader?: LoaderFunction | boolean }

/** Resolves to the redirect for a visitor to `path`, or to undefined when they are admitted. */
export type RedirectFor = (path: string) => Promise<string | undefined>

/** Whether the running version was withdrawn, so that the tab must load a new document. */
async function leavesWithdrawn(remote: string): Promise<boolean> {
  await checkForNavigation()
  const version = loadedVersion(remote)
  return version !== undefined && isWithdrawn(remote) && claimReload(remote, version)
}

/** Runs the loader of a screen, which may come with it or stand in the route itself. */
function screenOf(remote: string, route: RouteObject, redirectFor?: RedirectFor) {
  const { lazy, loader: own } = route
  let screen: Screen | undefined = lazy ? undefined : { loader: own }
  const loader: LoaderFunction = async (...args) => {
    const { pathname, search } = new URL(args[0].request.url)
    const elsewhere = await redirectFor?.(pathname + search)
    if (elsewhere) return redirect(elsewhere)
    const loading = screen ?? loadScreen(remote, lazy as () => Promise<Screen>)
    // Runs in parallel with the check for a withdrawn release, whose outcome comes first.
    void Promise.resolve(loading).catch(() => undefined)
    if (await leavesWithdrawn(remote)) return redirectDocument(pathname + search)
    try {
      screen = await loading
    } catch (error) {
      if (abandonRelease(remote, error)) return redirectDocument(pathname + search)
      throw error
    }
    return typeof screen.loader === 'function' ? screen.loader(...args) : null
  }
  const Component = () => {
    const Loaded = screen?.Component
    return Loaded ? <Loaded /> : null
  }
  // React Router reruns a loader at each change of the query, by default. A screen without a loader of its own needs
  // nothing anew then, and the address of a filter or a search must not wait for /discovery.json. "Try again" asks for
  // the same address and reruns; a release that is known to be withdrawn is left at a change of the query too.
  const reruns: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
    const isQueryAlone =
      currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    if (!isQueryAlone || typeof screen?.loader === 'function') return defaultShouldRevalidate
    // Its answer counts at the next change.
    void checkForNavigation()
    return isWithdrawn(remote) && defaultShouldRevalidate
  }
  const { shouldRevalidate = reruns } = route
  return { loader, shouldRevalidate, ...(lazy && { Component }) }
}

/**
 * Makes the screens of a remote retryable. The router keeps a rejected `lazy` for the life of the
 * route, so "Try again" would never help; a loader runs each time. `redirectFor` runs first, so that
 * no data is fetched for visitors who are not admitted.
 */
export function retryableRoutes(
  remote: string,
  routes: RouteObject[],
  redirectFor?: RedirectFor,
): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children, ...rest } = route
    const isScreen = lazy !== undefined || (remote !== 'shell' && !children)
    return {
      ...rest,
      ...(isScreen && screenOf(remote, route, redirectFor)),
      ...(children && { children: retryableRoutes(remote, children) }),
    } as RouteObject
  })
}
