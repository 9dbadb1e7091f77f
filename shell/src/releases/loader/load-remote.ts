import type { DiscoveryEntry } from '@awards/shared/releases'
import { isPinned } from '../pins.ts'
import { releasesOf } from '../discovery.ts'
import { interruptible, Interruption, type Choice, type Load } from './interruptible.ts'
import { toRemoteError, runChain, type Loaded } from './attempts.ts'
import type { RemoteModule } from './load-release.ts'
import { hasAbandoned } from '../abandon-release.ts'
import { RemoteError, type Problem } from '../failures/remote-error.ts'
import { remoteStore } from '../remote-store.ts'
import { reportLoadFailure } from '../failures/report-error.ts'
import { track, newTrace } from '../failures/telemetry.ts'
import { countLoad } from '../failures/view-counts.ts'

export type { RemoteModule } from './load-release.ts'

/** Why another version runs though nothing failed just now: the tab left it, or the visitor did. */
const LOST: Problem = { phase: 'chunk', kind: 'invalid' }
const GIVEN_UP: Problem = { phase: 'entry', kind: 'timeout' }

const loaded = new Map<string, Promise<RemoteModule>>()

/** The releases to try: this visitor's, then the last known to be good; a pin allows no other. */
async function candidates(load: Load, fresh: boolean) {
  remoteStore.set(load.name, { status: 'resolving', since: load.since, slow: false })
  const { wanted, others } = await interruptible(load, () => releasesOf(load.name, { fresh }))
  const last = others.find(({ deployment }) => deployment.default)
  return { wanted, last: isPinned(load.name) ? undefined : last }
}

function succeed(load: Load, { metadata }: DiscoveryEntry, { version, reason }: Loaded) {
  const { name } = load
  const wanted = metadata.version
  const told = { ...load, remote: name, version: wanted, message: reason?.message }
  if (version === wanted) {
    remoteStore.set(name, { status: 'ready', version })
    track({ ...told, problem: { phase: 'expose' }, outcome: 'ok' })
    countLoad(name, version, 'ok')
    return
  }
  remoteStore.set(name, { status: 'degraded', version, wanted, reason })
  const given = hasAbandoned(name, wanted) ? LOST : GIVEN_UP
  const problem = reason?.problem ?? given
  track({ ...told, problem, outcome: 'fallback', fallbackVersion: version })
  countLoad(name, wanted, 'fallback')
}

function fail(load: Load, error: RemoteError) {
  const { name } = load
  const { version, problem, message } = error
  remoteStore.set(name, { status: 'failed', error })
  track({ ...load, remote: name, version, problem, message, outcome: 'failed' })
  countLoad(name, version, 'failed')
  reportLoadFailure(error)
}

async function run(name: string, path?: string, choice?: Choice): Promise<RemoteModule> {
  const hasFailed = remoteStore.getSnapshot(name).status === 'failed'
  const load: Load = { name, path, trace: newTrace(), since: Date.now(), attempt: 0 }
  try {
    const { wanted, last } = await candidates(load, hasFailed || choice === 'retry')
    const isLeft = choice === 'previous' || hasAbandoned(name, wanted.metadata.version)
    const goesBack = isLeft && last
    const found = await (goesBack ? runChain(load, last, undefined) : runChain(load, wanted, last))
    succeed(load, wanted, found)
    return found.module
  } catch (cause) {
    if (cause instanceof Interruption) return run(name, path, cause.choice)
    const error = cause instanceof RemoteError ? cause : await toRemoteError(load, undefined, cause)
    fail(load, error)
    throw error
  }
}

/**
 * Loads a remote once, with the page at `path`; a failure is forgotten, so that the next call tries
 * again.
 */
export function loadRemote(name: string, path?: string): Promise<RemoteModule> {
  const pending = loaded.get(name) ?? run(name, path)
  loaded.set(name, pending)
  pending.catch(() => loaded.delete(name))
  return pending
}
