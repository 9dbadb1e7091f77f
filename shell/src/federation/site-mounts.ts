import type { ComponentType } from 'react'
import { ROUTES, type SiteRoute } from '@awards/shared/domain'
import type { RemoteMount } from './remote-routes.ts'
import type { Divert } from './retryable-route.tsx'

type Wrappers = SiteRoute['wrappers']

/**
 * One mount for each remote and way of guarding, from the table of routes. `guard` gives the component
 * that admits or refuses a visitor, or nothing for pages that anybody may read; `divert` answers the
 * same question before the remote is loaded.
 */
export function siteMounts(
  guard: (wrappers: Wrappers) => ComponentType | undefined,
  divert?: (wrappers: Wrappers) => Divert | undefined,
): RemoteMount[] {
  const groups = new Map<string, SiteRoute[]>()
  for (const route of ROUTES) {
    if (route.owner === 'shell') continue
    const id = [route.owner, ...route.wrappers].join(':')
    groups.set(id, [...(groups.get(id) ?? []), route])
  }
  return [...groups].map(([id, [first, ...others]]) => {
    const routes = first ? [first, ...others] : others
    const wrappers = first?.wrappers ?? []
    return {
      id,
      remote: id.split(':')[0] ?? id,
      paths: routes.map(({ path }) => path),
      Component: guard(wrappers),
      divert: divert?.(wrappers),
    }
  })
}
