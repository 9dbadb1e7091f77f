import type { ComponentType } from 'react'
import type { Wrapper } from '@awards/shared/domain'
import type { RemotePage } from './remote-pages.ts'
import type { RemoteMount } from './remote-node.ts'
import type { Divert } from './retryable-route.tsx'

type Wrappers = readonly Wrapper[]

/**
 * One mount for each remote and way of guarding. `guard` gives the component that admits or refuses a
 * visitor, or nothing for pages that anybody may read; `divert` answers the same question before the
 * remote is loaded.
 */
export function siteMounts(
  pages: readonly RemotePage[],
  guard: (wrappers: Wrappers) => ComponentType | undefined,
  divert?: (wrappers: Wrappers) => Divert | undefined,
): RemoteMount[] {
  const groups = new Map<string, RemotePage[]>()
  for (const page of pages) {
    const id = [page.remote, ...page.wrappers].join(':')
    groups.set(id, [...(groups.get(id) ?? []), page])
  }
  return [...groups].flatMap(([id, group]) => {
    const [first] = group
    if (!first) return []
    const { remote, wrappers } = first
    const paths = group.map(({ path }) => path)
    return [{ id, remote, paths, Component: guard(wrappers), divert: divert?.(wrappers) }]
  })
}
