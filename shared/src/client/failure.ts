import { asBusinessError, transportSentence } from './error-catalogue.ts'
import type { Failure } from './business-error.ts'

/** An error as plain data, for the store. */
export function toFailure(error: unknown): Failure {
  const refusal = asBusinessError(error)
  if (!refusal) return { kind: 'transport', msg: transportSentence(error) }
  const { code, msg, data } = refusal
  return typeof msg === 'string'
    ? { kind: 'business', code, msg, data }
    : { kind: 'business', code: 422, msg, data }
}

const isFailure = (error: unknown): error is Failure =>
  typeof error === 'object' && error !== null && 'kind' in error && 'msg' in error

/** What went wrong, whether it was thrown by `callApi` or kept by a query or mutation. */
export const failureOf = (error: unknown): Failure => (isFailure(error) ? error : toFailure(error))

/** The code of a business error; `undefined` for anything else. */
export function errorCode(error: unknown): number | undefined {
  const failure = failureOf(error)
  return failure.kind === 'business' ? failure.code : undefined
}

/** The machine word of a refusal, for instance `QUORUM`. */
export function errorReason(error: unknown): string | undefined {
  const failure = failureOf(error)
  return failure.kind === 'business' ? failure.data?.reason : undefined
}
