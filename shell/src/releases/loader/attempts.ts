import { LOAD_BUDGET_MS, SLOW_AFTER_MS, type DiscoveryEntry } from '@awards/shared/releases'
import { classify } from '../failures/classify.ts'
import { markCorrupt, forgetFailures } from './refetch.ts'
import { cancelScripts, interruptible, Interruption, type Load } from './interruptible.ts'
import { loadFirstScreen } from './first-screen.ts'
import { loadRelease, type RemoteModule } from './load-release.ts'
import { nextStep, pause } from './retry-policy.ts'
import { RemoteError } from '../failures/remote-error.ts'
import { remoteStore } from '../remote-store.ts'
import { track } from '../failures/telemetry.ts'

export type Loaded = {
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
export async function runChain(
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
