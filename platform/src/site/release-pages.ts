import { pagesBeyondTable, setReleasePages } from '@awards/shared/domain'
import type { RemoteRoute } from '@awards/shared/releases'
import type { ChannelState, RegistryReader } from '../registry/registry.types.ts'

/** Public pages that the releases of a channel bring beyond the table, by the release that most visitors get. */
const pagesOf = (state: ChannelState): readonly RemoteRoute[] =>
  [...state.values()].flatMap(({ versions, releases }) => {
    const [main] = versions.toSorted((one, other) => other.traffic - one.traffic)
    const { routes = [] } = (main && releases.get(main.version)) ?? {}
    return pagesBeyondTable(routes)
  })

/** The state of a channel is one object until somebody changes it, so its pages are computed once. */
let known: { readonly state: ChannelState; readonly pages: readonly RemoteRoute[] } | undefined

/**
 * Has the addresses of this site know the public pages of its releases, each of which has one in every language, and
 * returns them. Before a request is parsed; without the registry the addresses stay, and none are returned.
 */
export async function rememberReleasePages(
  registry: RegistryReader,
  channel: Parameters<RegistryReader['channel']>[0],
): Promise<readonly RemoteRoute[]> {
  const state = await registry.channel(channel).catch(() => undefined)
  if (!state) return []
  if (known?.state !== state) {
    known = { state, pages: pagesOf(state) }
    setReleasePages(known.pages.map(({ path }) => path))
  }
  return known.pages
}
