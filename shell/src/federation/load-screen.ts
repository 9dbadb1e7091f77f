import { RELEASE_PLACES, releaseFolder, TRIES } from '@awards/shared/platform'
import { giveUpScripts, interruptible, Interruption, type Load } from './interruptible.ts'
import { failureOf, tellRetry } from './load-chain.ts'
import { isOnTheWay } from './next-step.ts'
import { pause } from './pause.ts'
import { loadedVersion, setScreen } from './remote-store.ts'
import { reportFailure } from './report-failure.ts'
import { nextRetry, retryScriptsBelow } from './retried-scripts.ts'
import { tell } from './telemetry.ts'
import { newTrace } from './trace.ts'

/** From here on scripts of the release have another address: what failed or hangs is not joined. */
function renewAddresses(name: string, version: string | undefined) {
  if (!version) return
  const retry = nextRetry()
  for (const place of RELEASE_PLACES) retryScriptsBelow(releaseFolder(name, version, place), retry)
}

/** Loads a screen of a remote whose routes are there; a failure on the way is tried once more. */
export async function loadScreen<T>(name: string, lazy: () => Promise<T>): Promise<T> {
  const version = loadedVersion(name)
  const load: Load = { name, trace: newTrace(), since: Date.now(), attempt: 0 }
  for (;;) {
    load.attempt += 1
    setScreen(name, { since: load.since, slow: false })
    try {
      return await interruptible(load, lazy)
    } catch (cause) {
      if (cause instanceof Interruption) {
        if (version) giveUpScripts(name, version)
        renewAddresses(name, version)
        return await loadScreen(name, lazy)
      }
      const error = await failureOf(load, version, cause)
      if (load.attempt < TRIES && isOnTheWay(error.problem)) {
        tellRetry(load, error)
        renewAddresses(name, version)
        await pause()
        continue
      }
      const { problem, message } = error
      tell({ ...load, remote: name, version, problem, message, outcome: 'failed' })
      reportFailure(error)
      throw error
    } finally {
      setScreen(name, undefined)
    }
  }
}
