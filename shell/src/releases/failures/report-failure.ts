import type { RemoteError } from './remote-error.ts'

/** Name of the window event that tells of a remote or a chunk that could not be loaded. */
export const REMOTE_FAILURE_EVENT = 'awards:remote-failure'

const reported = new Set<string>()

/** Reports a failed load (specification §8): an event each time, one line in the console per cause. */
export function reportFailure(error: RemoteError) {
  window.dispatchEvent(new CustomEvent(REMOTE_FAILURE_EVENT, { detail: error }))
  if (reported.has(error.message)) return
  reported.add(error.message)
  console.error(error)
}
