import {
  FRESHNESS_MS,
  FRESHNESS_ON_NAVIGATION_MS,
  type DiscoveryDocument,
} from '@awards/shared/platform'
import { isPinned } from './pins.ts'
import { fetchDiscovery } from './discovery.ts'
import { remoteStore } from './remote-store.ts'

/** A remote of which this tab runs another version than the one that visitors get now. */
export type RemoteUpdate = {
  readonly name: string
  readonly loaded: string
  readonly next: string
  /** The version that runs was taken back: the tab leaves it at its next navigation. */
  readonly withdrawn: boolean
}

let stale: readonly RemoteUpdate[] = []
const listeners = new Set<() => void>()

/** The remotes that have a newer release, in the shape that `useSyncExternalStore` wants. */
export const updates = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  getSnapshot: () => stale,
  set(next: readonly RemoteUpdate[]) {
    if (JSON.stringify(next) === JSON.stringify(stale)) return
    stale = next
    for (const listener of listeners) listener()
  },
}

const PATIENCE_MS = 400

let checkedAt = 0
let checking: Promise<void> | undefined

/** What of this tab is no longer what visitors get. A pinned remote stays what it is. */
export function findUpdates({ microFrontends }: DiscoveryDocument): RemoteUpdate[] {
  return [...remoteStore.getAll()].flatMap(([name, state]) => {
    const entry = microFrontends[name]?.[0]
    const isLoaded = state.status === 'ready' || state.status === 'degraded'
    if (!isLoaded || !entry || isPinned(name)) return []
    const next = entry.metadata.version
    // A tab that fell back knows already that it has not got the version it was to get.
    if (next === state.version || (state.status === 'degraded' && next === state.wanted)) return []
    const withdrawn = entry.extras.modulefederation.withdrawn.includes(state.version)
    return [{ name, loaded: state.version, next, withdrawn }]
  })
}

/** Asks what visitors get now. That nobody answers changes nothing for a tab that runs. */
async function check() {
  checkedAt = Date.now()
  const document = await fetchDiscovery().catch(() => undefined)
  if (document) updates.set(findUpdates(document))
}

function checkOnce(): Promise<void> {
  checking ??= check().finally(() => (checking = undefined))
  return checking
}

/** Asks beside a navigation, which waits for the answer only a moment. */
export async function checkForNavigation(): Promise<void> {
  if (Date.now() - checkedAt >= FRESHNESS_ON_NAVIGATION_MS) void checkOnce()
  if (!checking) return
  await Promise.race([checking, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

/** Whether the version of a remote that this tab runs was taken back. */
export const isWithdrawn = (name: string) =>
  updates.getSnapshot().some((one) => one.name === name && one.withdrawn)

/** Keeps an open tab informed: now and then, and whenever somebody comes back to it. */
export function watchUpdates() {
  checkedAt = Date.now()
  const look = () => {
    const isSeen = document.visibilityState === 'visible'
    if (isSeen && Date.now() - checkedAt >= FRESHNESS_ON_NAVIGATION_MS) void checkOnce()
  }
  setInterval(() => void checkOnce(), FRESHNESS_MS)
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
}
