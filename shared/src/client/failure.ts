import { asBusinessError, transportSentence } from './error-catalogue.ts'
import type { Failure } from './envelope.ts'
import { clientHost } from './client-host.ts'

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

/** What the server says about a failure, or the first of its sentences by field, in the language on screen; undefined without one. */
export function failureSentence(error: unknown): string | undefined {
  if (error === undefined || error === null) return undefined
  const { msg } = failureOf(error)
  const sentence = typeof msg === 'string' ? msg : Object.values(msg).flat()[0]
  return sentence && clientHost().translate(sentence)
}

type FieldError = { name: (string | number)[]; errors: string[] }

const segment = (part: string) => (/^\d+$/.test(part) ? Number(part) : part)

/**
 * The messages of a 422 for antd's `form.setFields(fieldErrors(error))`; the server's dotted names
 * (`designers.0.name`) become paths. Empty for any other error.
 */
export function fieldErrors(error: unknown): FieldError[] {
  const failure = failureOf(error)
  if (failure.kind !== 'business' || typeof failure.msg === 'string') return []
  return Object.entries(failure.msg).map(([name, errors]) => ({
    name: name.split('.').map(segment),
    errors: errors.map((message) => clientHost().translate(message)),
  }))
}
