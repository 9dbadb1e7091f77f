import type { FailureKind, LoadPhase } from '@awards/shared/releases'

/** Where a load failed, and in which way. */
export type Problem = {
  readonly phase: LoadPhase
  readonly kind: FailureKind
  readonly status?: number
  readonly url?: string
}

/** A step of the loader that failed and knows why. */
export class LoadError extends Error {
  readonly problem: Problem

  constructor(problem: Problem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LoadError'
    this.problem = problem
  }
}

type Context = {
  readonly version?: string | undefined
  readonly attempt: number
  readonly trace: string
}

/** What an error says; the federation runtime writes its advice to developers around it. */
function shortText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const [first = '', ...more] = text.split('\n')
  const original = more.indexOf('Original Error Message:')
  return original < 0
    ? first
    : `${first} ${more
        .slice(original + 1)
        .join(' ')
        .trim()}`
}

/** A remote that could not be used; the rest of the site goes on. */
export class RemoteError extends Error {
  readonly remote: string
  readonly problem: Problem
  readonly version: string | undefined
  readonly attempt: number
  readonly trace: string

  constructor(remote: string, problem: Problem, context: Context, cause: unknown) {
    super(`${remote} failed (${problem.phase}, ${problem.kind}): ${shortText(cause)}`, { cause })
    this.name = 'RemoteError'
    this.remote = remote
    this.problem = problem
    this.version = context.version
    this.attempt = context.attempt
    this.trace = context.trace
  }
}

type ChunkError = Error & { type?: string; request?: string }

const isChunkError = (error: unknown): error is ChunkError =>
  error instanceof Error && error.name === 'ChunkLoadError'

/** HTTP status of a file from resource timing, where the browser exposes it; 0 means no response. */
function statusOf(url: string | undefined): number | undefined {
  if (!url || !URL.canParse(url, document.baseURI)) return undefined
  const entries = performance.getEntriesByName(new URL(url, document.baseURI).href, 'resource')
  return (entries.at(-1) as PerformanceResourceTiming | undefined)?.responseStatus
}

/**
 * A script or style that did not load. A success status with a failed load means a wrong digest: browsers expose no
 * integrity errors to the page.
 */
function ofFile(phase: 'entry' | 'chunk', url: string | undefined): Problem {
  const status = statusOf(url)
  const more = { ...(url && { url }), ...(status && { status }) }
  if (!status) return { phase, kind: 'network', ...more }
  if (status >= 400) return { phase, kind: 'http', ...more }
  return { phase: 'integrity', kind: 'invalid', ...more }
}

function ofChunk({ type, request }: ChunkError): Problem {
  const url = request && { url: request }
  if (type === 'timeout') return { phase: 'chunk', kind: 'timeout', ...url }
  // The script ran, but did not define its modules.
  if (type === 'missing') return { phase: 'chunk', kind: 'evaluation', ...url }
  return ofFile('chunk', request)
}

function ofScript(text: string): Problem {
  const url = /script "([^"]+)"/i.exec(text)?.[1] ?? /"resourceUrl":"([^"]+)"/.exec(text)?.[1]
  const more = url && { url }
  if (text.includes('timed out')) return { phase: 'entry', kind: 'timeout', ...more }
  if (text.includes('ScriptExecutionError')) return { phase: 'entry', kind: 'evaluation', ...more }
  return ofFile('entry', url)
}

const SHARE = /of shared singleton module (\S+) does not satisfy|"shareKey":"([^"]+)"/

/** A shared module of another version than the release can use, or one that the shell does not have. */
function ofShare(text: string): Problem | undefined {
  const found = SHARE.exec(text)
  const key = found?.[1] ?? found?.[2]
  if (!key && !/RUNTIME-0(05|06|12)/.test(text)) return undefined
  return { phase: key?.startsWith('@awards/') ? 'contract' : 'share', kind: 'invalid' }
}

/** Codes of @module-federation/runtime 2.9. */
const CODES: [code: string, problem: Problem][] = [
  ['RUNTIME-001', { phase: 'entry', kind: 'evaluation' }],
  ['RUNTIME-002', { phase: 'init', kind: 'invalid' }],
  ['RUNTIME-014', { phase: 'expose', kind: 'invalid' }],
  ['RUNTIME-015', { phase: 'init', kind: 'evaluation' }],
]

const kindOf = (error: unknown): FailureKind | undefined => {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'TimeoutError') return 'timeout'
  // What fetch throws, and each browser says it in words of its own.
  const isFetch = /failed to fetch|networkerror|load failed|fetch failed/i.test(error.message)
  return error.name === 'AbortError' || isFetch ? 'network' : undefined
}

/** Where a load failed and in which way, from its error and from what the browser noted of the file. */
export function classify(error: unknown): Problem {
  if (error instanceof LoadError) return error.problem
  if (isChunkError(error)) return ofChunk(error)
  const text = error instanceof Error ? error.message : String(error)
  const share = ofShare(text)
  if (share) return share
  if (text.includes('RUNTIME-008')) return ofScript(text)
  const known = CODES.find(([code]) => text.includes(code))
  if (known) return known[1]
  const inner = error instanceof Error && error.cause ? classify(error.cause) : undefined
  if (inner && inner.kind !== 'evaluation') return inner
  return { phase: 'expose', kind: kindOf(error) ?? 'evaluation' }
}
