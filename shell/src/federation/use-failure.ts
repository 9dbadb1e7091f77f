import { useEffect, useState } from 'react'
import { knownDiscovery } from './discovery.ts'
import { noteCrash, type Crash } from './crashes.ts'
import { takeReload } from './reload-once.ts'
import { remoteStore } from './remote-store.ts'

/** How often each release has failed after its code was there. */
const failures = new Map<string, number>()

export type Failure = Crash & {
  /** Trying again did not help before: only a new document can. */
  readonly needsReload: boolean
}

function failureOf(error: unknown, remote: string): Failure {
  const state = remoteStore.getSnapshot(remote)
  const crash = noteCrash(state.status === 'failed' ? state.error : error, remote)
  if (state.status === 'failed' || !crash.version) return { ...crash, needsReload: false }
  const release = `${crash.remote}@${crash.version}`
  const count = (failures.get(release) ?? 0) + 1
  failures.set(release, count)
  return { ...crash, needsReload: count > 1 }
}

/** Files of a release that are gone, while visitors get another one: a new document would help. */
function isLeftBehind({ remote, version, problem }: Failure): boolean {
  const current = knownDiscovery()?.microFrontends[remote]?.[0]?.metadata.version
  const isGone = problem.phase === 'chunk' && (problem.status ?? 0) >= 400
  return isGone && version !== undefined && current !== undefined && current !== version
}

/** What a boundary knows of the error it caught. */
export function useFailure(error: unknown, remote: string): Failure {
  const [known, setKnown] = useState(() => ({ error, failure: failureOf(error, remote) }))
  let { failure } = known
  if (known.error !== error) {
    failure = failureOf(error, remote)
    setKnown({ error, failure })
  }
  useEffect(() => {
    if (!isLeftBehind(failure) || !failure.version) return
    if (takeReload(failure.remote, failure.version)) window.location.reload()
  }, [failure])
  return failure
}
