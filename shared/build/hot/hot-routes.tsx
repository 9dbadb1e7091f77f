import i18next from 'i18next'
import { createElement, type ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router-dom'
import { routes as first } from 'hot-routes-of-remote'
import * as remote from 'hot-routes-of-remote'
import { showEdition, useEdition } from './hot-components.ts'

type Screen = { Component?: ComponentType; loader?: LoaderFunction }

const screenAt = async (place: number): Promise<Screen> => {
  const route = remote.routes[place]
  return typeof route?.lazy === 'function' ? ((await route.lazy()) as Screen) : {}
}

/** The pages that have been opened, as they are after the last edit. */
const pages = new Map<number, ComponentType | undefined>()

function HotPage({ place }: { place: number }) {
  useEdition()
  const Component = pages.get(place)
  return Component ? createElement(Component) : null
}

/** The router keeps a page for the life of its route, so what it gets looks the new page up itself. */
const hot = (route: RouteObject, place: number): RouteObject => ({
  ...route,
  lazy: async () => {
    const { Component, loader } = await screenAt(place)
    pages.set(place, Component)
    return {
      Component: () => <HotPage place={place} />,
      ...(loader && {
        loader: async (...args: Parameters<LoaderFunction>) => {
          const { loader: latest } = await screenAt(place)
          return latest ? latest(...args) : null
        },
      }),
    }
  },
})

/** The routes of a remote during development: an edit changes what is drawn, everything else stays. */
export const routes: RouteObject[] = first.map((route, place) =>
  typeof route.lazy === 'function' ? hot(route, place) : route,
)

/** Evaluates what was edited below the pages that are open, and draws it. */
async function renew() {
  for (const place of pages.keys()) pages.set(place, (await screenAt(place)).Component)
  showEdition()
}

import.meta.webpackHot?.accept('hot-routes-of-remote', () => {
  // The texts may be what was edited; the catalogs are asked for again, and tell their readers.
  void i18next.reloadResources()
  void renew()
})
