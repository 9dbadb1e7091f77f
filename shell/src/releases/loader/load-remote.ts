import { type DiscoveryEntry, LOAD_BUDGET_MS, SLOW_AFTER_MS } from '@awards/shared/releases'
import { releasesOf } from '../discovery.ts'
import { classify, RemoteError, type Problem } from '../failures/remote-error.ts'
import { reportLoadFailure } from '../failures/report-error.ts'
import { countLoad, newTrace, track } from '../failures/telemetry.ts'
import { isPinned } from '../pins.ts'
import { remoteStore } from '../remote-store.ts'
import { hasAbandoned } from '../updates.ts'
import {
  cancelScripts,
  type Choice,
  interruptible,
  Interruption,
  type Load,
  nextStep,
  pause,
} from './attempts.ts'
import { loadFirstScreen } from './first-screen.ts'
import { loadRelease, type RemoteModule } from './load-release.ts'
import { forgetFailures, markCorrupt } from './refetch.ts'

export type { RemoteModule } from './load-release.ts'

type Loaded = {
  readonly module: RemoteModule
  readonly version: string
  /** Why it is not the version that this visitor was to get. */
  readonly reason?: RemoteError
}

const isOver = ({ since }: Load) => Date.now() - since > LOAD_BUDGET_MS

/** The browser notes the answer of a file a moment after it says that the file failed. */
const untilNoted = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Classifies the error of a failed step into a `RemoteError`. */
export async function toRemoteError(load: Load, version: string | undefined, cause: unknown) {
  forgetFailures()
  await untilNoted()
  const { name, attempt, trace } = load
  const problem = classify(cause)
  markCorrupt(problem)
  return new RemoteError(name, problem, { version, attempt, trace }, cause)
}

/** Tracks that a retry follows. */
export function trackRetry(load: Load, { version, problem, message }: RemoteError) {
  track({ ...load, remote: load.name, version, problem, message, outcome: 'retry' })
}

/** Makes one try; what was under way is given up when the visitor ends it. */
async function makeTry(load: Load, entry: DiscoveryEntry, url: string, previous?: string) {
  const { name, since } = load
  const { version } = entry.metadata
  load.attempt += 1
  const slow = Date.now() - since >= SLOW_AFTER_MS
  const { attempt } = load
  remoteStore.set(name, { status: 'loading', version, since, attempt, slow, previous })
  try {
    return await interruptible(load, async (signal) => {
      const module = await loadRelease({ name, entry, url }, signal)
      if (load.path) await loadFirstScreen(module.routes, load.path)
      return module
    })
  } catch (cause) {
    if (!(cause instanceof Interruption)) throw await toRemoteError(load, version, cause)
    cancelScripts(name, version)
    throw cause
  }
}

/** Tries a release at its places. `previous` is the version that would come after it. */
async function loadVersion(load: Load, entry: DiscoveryEntry, previous?: string): Promise<Loaded> {
  const { fallbackUrl, metadata } = entry
  let url = entry.url
  for (let tries = 1; ; tries++) {
    try {
      return { module: await makeTry(load, entry, url, previous), version: metadata.version }
    } catch (error) {
      if (!(error instanceof RemoteError) || isOver(load)) throw error
      const step = nextStep(error.problem, {
        tries,
        elsewhere: url === fallbackUrl,
        hasElsewhere: fallbackUrl !== undefined,
        hasPrevious: previous !== undefined,
      })
      if (step === 'previous' || step === 'stop') throw error
      trackRetry(load, error)
      if (step === 'elsewhere') url = fallbackUrl ?? url
      else await pause()
    }
  }
}

/** Tries the version of this visitor and, where there is one, the last that is known to be good. */
async function runChain(
  load: Load,
  wanted: DiscoveryEntry,
  last: DiscoveryEntry | undefined,
): Promise<Loaded> {
  try {
    return await loadVersion(load, wanted, last?.metadata.version)
  } catch (error) {
    if (!(error instanceof RemoteError) || !last || isOver(load)) throw error
    trackRetry(load, error)
    return { ...(await loadVersion(load, last)), reason: error }
  }
}

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
