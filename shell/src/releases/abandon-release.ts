import { isPinned } from './pins.ts'
import { knownDiscovery } from './discovery.ts'
import { RemoteError, type Problem } from './failures/remote-error.ts'
import { claimReload, releaseTimes } from './reload.ts'
import { loadedVersion } from './remote-store.ts'

const abandoned = releaseTimes('mfe-left')
const FOR_MS = 10 * 60_000

/** Whether this tab abandoned a release within the last ten minutes. */
export function hasAbandoned(name: string, version: string): boolean {
  const age = Date.now() - abandoned.of(name, version)
  return age >= 0 && age < FOR_MS
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
