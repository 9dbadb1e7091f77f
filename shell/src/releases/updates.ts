import { createStore, storedText } from '@awards/shared/browser/store'
import {
  type DiscoveryDocument,
  FRESHNESS_MS,
  FRESHNESS_ON_NAVIGATION_MS,
  formatPin,
  formatPins,
  parsePins,
} from '@awards/shared/releases'
import { useSyncExternalStore } from 'react'
import { fetchDiscovery, knownDiscovery } from './discovery.ts'
import { RemoteError, type Problem } from './failures/remote-error.ts'
import { isPinned } from './pins.ts'
import { claimReload, releaseTimes } from './reload.ts'
import { loadedVersion, remoteStore } from './remote-store.ts'

/** A remote of which this tab runs another version than the one that visitors get now. */
export type RemoteUpdate = {
  readonly name: string
  readonly loaded: string
  readonly next: string
  /** The version that runs was taken back: the tab leaves it at its next navigation. */
  readonly withdrawn: boolean
}

const store = createStore<readonly RemoteUpdate[]>([])

/** The remotes that have a newer release, in the shape that `useSyncExternalStore` wants. */
export const updates = {
  subscribe: store.subscribe,
  getSnapshot: store.get,
  set(next: readonly RemoteUpdate[]) {
    if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next)
  },
}

const PATIENCE_MS = 400

let checkedAt = 0
let checking: Promise<void> | undefined

/** Loaded remotes for which discovery names another version; pinned ones are left out. */
export function findUpdates({ microFrontends }: DiscoveryDocument): RemoteUpdate[] {
  return [...remoteStore.getAll()].flatMap(([name, state]) => {
    const entry = microFrontends[name]?.[0]
    const isLoaded = state.status === 'ready' || state.status === 'degraded'
    if (!isLoaded || !entry || isPinned(name)) return []
    const next = entry.metadata.version
    // A tab that fell back is marked `degraded` already.
    if (next === state.version || (state.status === 'degraded' && next === state.wanted)) return []
    const withdrawn = entry.extras.modulefederation.withdrawn.includes(state.version)
    return [{ name, loaded: state.version, next, withdrawn }]
  })
}

/** Fetches discovery and stores the updates; a failed request leaves the tab as it is. */
async function check() {
  checkedAt = Date.now()
  const document = await fetchDiscovery().catch(() => undefined)
  if (document) updates.set(findUpdates(document))
}

function checkOnce(): Promise<void> {
  checking ??= check().finally(() => (checking = undefined))
  return checking
}

/** Checks during a navigation, which waits for the answer at most `PATIENCE_MS`. */
export async function checkForNavigation(): Promise<void> {
  if (Date.now() - checkedAt >= FRESHNESS_ON_NAVIGATION_MS) void checkOnce()
  if (!checking) return
  await Promise.race([checking, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

/** Whether the version of a remote that this tab runs was taken back. */
export const isWithdrawn = (name: string) =>
  updates.getSnapshot().some((one) => one.name === name && one.withdrawn)

/** Polls for updates at an interval, on focus and when the tab becomes visible. */
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

/** Updates that the visitor of this tab dismissed, as `mf-jury@1.5.0,mf-public@2.0.0`. */
const dismissed = storedText('mfe-later', 'sessionStorage')

/** Hides the notices of these updates in this tab. */
export function dismissUpdates(news: readonly RemoteUpdate[]) {
  // Keeps the last one of each remote: older releases are never announced again.
  const fresh = news.map(({ name, next }) => ({ name, at: next }))
  const names = new Set(fresh.map(({ name }) => name))
  const others = parsePins(dismissed.read() ?? '').pins.filter(({ name }) => !names.has(name))
  dismissed.write(formatPins([...others, ...fresh]))
}

/** Remotes with a newer release that the visitor has not dismissed. */
export function useUpdates(): readonly RemoteUpdate[] {
  const stale = useSyncExternalStore(updates.subscribe, updates.getSnapshot)
  const text = useSyncExternalStore(dismissed.subscribe, dismissed.read)
  const later = parsePins(text ?? '').pins.map(formatPin)
  return stale.filter(({ name, next }) => !later.includes(formatPin({ name, at: next })))
}

/** When this tab left a release whose files are gone or corrupt. */
const abandoned = releaseTimes('mfe-left')
const ABANDONED_FOR_MS = 10 * 60_000

/** Whether this tab abandoned a release within the last ten minutes. */
export function hasAbandoned(name: string, version: string): boolean {
  const age = Date.now() - abandoned.of(name, version)
  return age >= 0 && age < ABANDONED_FOR_MS
}

/** Missing files and failed digests are permanent: a retry does not help. */
const isLost = ({ kind, status }: Problem) =>
  kind === 'invalid' || (kind === 'http' && (status === 404 || status === 410))

/**
 * Abandons the release of a remote whose files are gone or corrupt, when discovery has another one. Returns true when
 * the caller shall load a new document, which then starts with the other release.
 */
export function abandonRelease(name: string, error: unknown): boolean {
  const version = loadedVersion(name)
  if (!version || isPinned(name) || !(error instanceof RemoteError) || !isLost(error.problem)) {
    return false
  }
  const releases = knownDiscovery()?.microFrontends[name] ?? []
  if (!releases.some(({ metadata }) => metadata.version !== version)) return false
  return claimReload(name, version) && abandoned.note(name, version)
}
