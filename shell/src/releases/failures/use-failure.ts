import { useEffect, useState } from 'react'
import { knownDiscovery } from '../discovery.ts'
import { noteCrash, type Crash } from './report-error.ts'
import { RemoteError } from './remote-error.ts'
import { takeReload } from '../reload.ts'
import { loadedVersion, remoteStore } from '../remote-store.ts'

/** What has failed in this tab after its code was there. */
const failures = new Set<string>()

export type Failure = Crash & {
  /** Trying again did not help before: only a new document can. */
  readonly needsReload: boolean
  /** It came up while something was loaded, not while it ran. */
  readonly isLoad: boolean
}

const sameness = ({ remote, version, message }: Crash) => `${remote}@${version} ${message}`

function failureOf(error: unknown, remote: string): Failure {
  const state = remoteStore.getSnapshot(remote)
  const hasNoCode = state.status === 'failed'
  const crash = noteCrash(hasNoCode ? state.error : error, remote)
  return {
    ...crash,
    needsReload: !hasNoCode && failures.has(sameness(crash)),
    isLoad: hasNoCode || error instanceof RemoteError,
  }
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
    // Counted only once it is on screen: React tries a failed render a second time by itself.
    if (loadedVersion(failure.remote)) failures.add(sameness(failure))
    if (!isLeftBehind(failure) || !failure.version) return
    if (takeReload(failure.remote, failure.version)) window.location.reload()
  }, [failure])
  return failure
}
