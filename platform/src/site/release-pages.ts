import { ROUTES, setReleasePages } from '@awards/shared/domain'
import type { RemoteRoute } from '@awards/shared/releases'
import type { ChannelState, RegistryReader } from '../registry/registry.types.ts'

/** Nobody has to sign in for it, and no right is asked for. */
const isPublicRoute = ({ wrappers, rights = [] }: RemoteRoute) =>
  wrappers.length === 0 && rights.length === 0

const OF_TABLE = new Set<string>(ROUTES.map(({ path }) => path))
const known = new WeakMap<ChannelState, readonly RemoteRoute[]>()

/** Public pages that the releases of a channel bring beyond the table, by the release that most visitors get. */
export function releasePages(state: ChannelState): readonly RemoteRoute[] {
  const before = known.get(state)
  if (before) return before
  const pages = [...state.values()].flatMap(({ versions, releases }) => {
    const [main] = versions.toSorted((one, other) => other.traffic - one.traffic)
    const { routes = [] } = (main && releases.get(main.version)) ?? {}
    return routes.filter((route) => isPublicRoute(route) && !OF_TABLE.has(route.path))
  })
  known.set(state, pages)
  return pages
}

/**
 * Has the addresses of this site know the public pages of its releases: each has one in every language. Before a request
 * is parsed; without the registry those of before stay.
 */
export async function rememberReleasePages(
  registry: RegistryReader,
  channel: Parameters<RegistryReader['channel']>[0],
) {
  const state = await registry.channel(channel).catch(() => undefined)
  if (state) setReleasePages(releasePages(state).map(({ path }) => path))
}
