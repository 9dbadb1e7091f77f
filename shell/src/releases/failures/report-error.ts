import { releaseOfPath } from '@awards/shared/releases'
import { classify, RemoteError, type Problem } from './remote-error.ts'
import { loadedVersion } from '../remote-store.ts'
import { countError, newTrace, track } from './telemetry.ts'

/** A failure as the panel shows it and telemetry reports it. */
export type ReportedError = {
  readonly remote: string
  readonly version: string | undefined
  readonly problem: Problem
  readonly trace: string
  readonly message: string
}

const known = new WeakMap<object, ReportedError>()

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? '') : String(error))

const isChunk = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError'

function describeError(error: unknown, remote?: string): ReportedError {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  if (error instanceof RemoteError) {
    return {
      remote: error.remote,
      version: error.version,
      problem: error.problem,
      trace: error.trace,
      message,
    }
  }
  const found = releaseOfPath(stackOf(error))
  const name = found?.name ?? remote ?? 'shell'
  const version = found?.version ?? loadedVersion(name)
  const problem = isChunk(error)
    ? classify(error)
    : ({ phase: 'render', kind: 'evaluation' } as const)
  return { remote: name, version, problem, trace: newTrace(), message }
}

/**
 * Attributes an error to the release whose file is in the first frame of its stack, else to the remote whose boundary
 * caught it, and tracks it. An error that several boundaries report is tracked once.
 */
export function reportError(error: unknown, remote?: string): ReportedError {
  const before = error instanceof Object ? known.get(error) : undefined
  if (before) return before
  const described = describeError(error, remote)
  if (error instanceof Object) known.set(error, described)
  // The loader tracks its own errors.
  if (error instanceof RemoteError) return described
  track({ ...described, outcome: 'failed' })
  countError(described.remote, described.version)
  return described
}

/** Reports uncaught errors, unhandled rejections and violations of the content security policy. */
export function watchErrors() {
  // Resource timing tells a missing file from a corrupt one; the default buffer of 250 entries overflows.
  performance.setResourceTimingBufferSize?.(2000)
  window.addEventListener('error', ({ error, message, filename }) => {
    reportError(error ?? `${message} (${filename})`)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof Error && reason.name === 'AbortError') return
    reportError(reason)
  })
  document.addEventListener('securitypolicyviolation', (event) => {
    const { blockedURI, sourceFile, effectiveDirective, sample } = event
    const found = releaseOfPath(`${sourceFile} ${blockedURI}`)
    const problem = { phase: 'policy', kind: 'invalid' } as const
    track({
      remote: found?.name ?? 'shell',
      version: found?.version,
      problem: sourceFile ? { ...problem, url: sourceFile } : problem,
      outcome: 'failed',
      trace: newTrace(),
      message: `${effectiveDirective} refused ${blockedURI} ${sample}`.trim(),
    })
  })
}

/** Window event for a remote or a chunk that could not be loaded. */
const REMOTE_FAILURE_EVENT = 'awards:remote-failure'

const reported = new Set<string>()

/** Reports a failed load (specification §8): an event each time, one line in the console per cause. */
export function reportLoadFailure(error: RemoteError) {
  window.dispatchEvent(new CustomEvent(REMOTE_FAILURE_EVENT, { detail: error }))
  if (reported.has(error.message)) return
  reported.add(error.message)
  console.error(error)
}
