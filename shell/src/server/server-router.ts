import type { DiscoveryDocument } from '@awards/shared/platform'
import type { Language } from '@awards/shared/domain'
import { createMemoryRouter, type RouteObject } from 'react-router-dom'
import { localiseLinks } from '../app/addresses.ts'
import { guard } from '../app/guard.tsx'
import { siteRoutes } from '../app/routes.tsx'
import { isMountedAt } from '../federation/remote-node.ts'
import { remotePages } from '../federation/remote-pages.ts'
import { siteMounts } from '../federation/site-mounts.ts'

/** A remote whose code has been evaluated. */
export type ServerRemote = { readonly name: string; readonly routes: RouteObject[] }

type Place = {
  readonly path: string
  readonly search: string
  readonly language: Language
  readonly remote: ServerRemote | undefined
  readonly discovery: DiscoveryDocument | undefined
}

/** The site's own routes, with the pages of the one remote hung in as the browser does it. */
function routesWith({ remote, discovery }: Place): RouteObject[] {
  const mounts = siteMounts(remotePages(discovery), guard)
  const pagesOf = new Map(
    mounts.map((mount) => [
      mount.id,
      mount.remote === remote?.name ? remote.routes.filter((one) => isMountedAt(mount, one)) : [],
    ]),
  )
  const hang = (routes: RouteObject[]): RouteObject[] =>
    routes.map((route) => {
      if (!route.children) return route
      const pages = pagesOf.get(route.id ?? '') ?? []
      return { ...route, children: [...hang(route.children), ...pages] }
    })
  return hang(siteRoutes(mounts))
}

/** A router that stands at a page, with everything loaded that the page needs. */
export async function serverRouter(place: Place) {
  const { path, search, language } = place
  const router = createMemoryRouter(routesWith(place), { initialEntries: [path + search] })
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const forget = router.subscribe(({ initialized }) => {
      if (!initialized) return
      forget()
      resolve()
    })
  })
  localiseLinks(router, () => language)
  return router
}
