import { TRIES, RETRY_PAUSE_MS } from '@awards/shared/releases'
import type { Problem } from '../failures/remote-error.ts'

/** What follows a failed try: the same address, the other place, the other version, or the end. */
type Step = 'again' | 'elsewhere' | 'previous' | 'stop'

type Tried = {
  /** Tries of the first address so far. */
  readonly tries: number
  readonly elsewhere: boolean
  readonly hasElsewhere: boolean
  readonly hasPrevious: boolean
}

const TEMPORARY = new Set([408, 425, 429])

/** A transient failure, worth a retry; a defect of the release itself is permanent. */
export const isOnTheWay = ({ kind }: Problem) =>
  kind === 'network' || kind === 'timeout' || kind === 'http'

/** Decides what to do after a failure; the rule behind every load of a remote. */
export function nextStep(problem: Problem, tried: Tried): Step {
  const last = tried.hasPrevious ? 'previous' : 'stop'
  if (!isOnTheWay(problem)) return last
  const elsewhere = tried.hasElsewhere && !tried.elsewhere ? 'elsewhere' : last
  // Eight seconds are spent: what comes from the same server would probably cost them again.
  if (problem.phase === 'manifest' && problem.kind === 'timeout') {
    return tried.hasPrevious ? 'previous' : elsewhere
  }
  const { status = 0 } = problem
  const isGone = status >= 400 && status < 500 && !TEMPORARY.has(status)
  return tried.tries < TRIES && !tried.elsewhere && !isGone ? 'again' : elsewhere
}

/** Waits before a retry, with jitter, so that not all tabs retry at once. */
export const pause = (milliseconds = RETRY_PAUSE_MS) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds * (0.8 + Math.random() * 0.4)))
