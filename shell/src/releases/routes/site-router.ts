import type { Language } from '@awards/shared/domain'
import i18next from 'i18next'
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { addressWindow, localiseLinks, followHistory } from '../../app/addresses.ts'
import { loadRemote } from '../loader/load-remote.ts'
import { isMountedAt, staticPart, type RemoteMount } from './remote-node.tsx'
import { retryableRoutes } from './retryable-route.tsx'

const languageOnScreen = () => i18next.language as Language

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
  const router = createBrowserRouter(retryableRoutes('shell', routes), {
    basename,
    window: addressWindow(languageOnScreen),
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const prefix = basename.replace(/\/$/, '')
      const asked = path.startsWith(prefix) ? path.slice(prefix.length) : path
      const mount = mountOf(mounts, asked)
      if (!mount || patched.has(mount.remote) || (await mount.redirectFor?.(asked))) return
      const { remote } = mount
      const module = await loadRemote(remote, asked)
      // A patch does nothing after an abort, so it must not count as done.
      if (signal.aborted || patched.has(remote)) return
      patched.add(remote)
      for (const one of mounts.filter((each) => each.remote === remote)) {
        const pages = module.routes.filter((page) => isMountedAt(one, page))
        patch(one.id, retryableRoutes(remote, pages, one.redirectFor))
      }
    },
  })
  followHistory()
  return localiseLinks(router, languageOnScreen)
}
