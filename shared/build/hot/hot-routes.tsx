import i18next from 'i18next'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router-dom'
import { routes as first } from 'hot-routes-of-remote'
import * as remote from 'hot-routes-of-remote'

type Screen = { Component?: ComponentType; loader?: LoaderFunction }
type Shown = { readonly Component: ComponentType | undefined; readonly edition: number }

const listeners = new Set<() => void>()
let edition = 0

const editions = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  current: () => edition,
}

const screenAt = async (place: number): Promise<Screen> => {
  const route = remote.routes[place]
  return typeof route?.lazy === 'function' ? ((await route.lazy()) as Screen) : {}
}

/** The page of a route; after an edit the new one is mounted in its place. */
function HotPage({ place, initial }: { place: number; initial: Shown }) {
  const now = useSyncExternalStore(editions.subscribe, editions.current)
  const [shown, show] = useState(initial)
  useEffect(() => {
    if (now === shown.edition) return
    let isStale = false
    void screenAt(place).then(({ Component }) => {
      if (!isStale) show({ Component, edition: now })
    })
    return () => {
      isStale = true
    }
  }, [now, place, shown.edition])
  const { Component } = shown
  return Component ? <Component key={shown.edition} /> : null
}

/** The router keeps a page for the life of its route, so what it gets looks the new page up itself. */
const hot = (route: RouteObject, place: number): RouteObject => ({
  ...route,
  lazy: async () => {
    const { Component, loader } = await screenAt(place)
    const initial = { Component, edition }
    return {
      Component: () => <HotPage place={place} initial={initial} />,
      ...(loader && {
        loader: async (...args: Parameters<LoaderFunction>) => {
          const { loader: latest } = await screenAt(place)
          return latest ? latest(...args) : null
        },
      }),
    }
  },
})

/** The routes of a remote during development: an edit swaps the page, everything else stays. */
export const routes: RouteObject[] = first.map((route, place) =>
  typeof route.lazy === 'function' ? hot(route, place) : route,
)

import.meta.webpackHot?.accept('hot-routes-of-remote', () => {
  // The texts may be what was edited; the catalogs are asked for again.
  void i18next.reloadResources().then(() => {
    edition += 1
    for (const listener of listeners) listener()
  })
})
