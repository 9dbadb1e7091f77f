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
export function shortText(error: unknown): string {
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
