import type { ComponentType } from 'react'
import { ROUTES, type SiteRoute } from '@awards/shared/domain'
import type { RemoteMount } from './remote-routes.ts'

/**
 * One mount for each remote and way of guarding, from the table of routes. `guard` gives the component
 * that admits or refuses a visitor, or nothing for pages that anybody may read.
 */
export function siteMounts(
  guard: (wrappers: SiteRoute['wrappers']) => ComponentType | undefined,
): RemoteMount[] {
  const groups = new Map<string, SiteRoute[]>()
  for (const route of ROUTES) {
    if (route.owner === 'shell') continue
    const id = [route.owner, ...route.wrappers].join(':')
    groups.set(id, [...(groups.get(id) ?? []), route])
  }
  return [...groups].map(([id, [first, ...others]]) => {
    const routes = first ? [first, ...others] : others
    return {
      id,
      remote: id.split(':')[0] ?? id,
      paths: routes.map(({ path }) => path),
      Component: guard(first?.wrappers ?? []),
    }
  })
}
