import type { ErrorData, FieldMessages } from '@awards/shared/contract'
import {
  CODE_SENT,
  FORBIDDEN_PATH,
  LOGIN_PATH,
  ROLE_TOO_SMALL,
  SEE_AS,
} from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { AxiosError } from 'axios'
import { clientHost } from './client-host.ts'
import { readToken, removeToken } from './token-store.ts'
import { sessionEnded } from '../browser/session-ended.ts'

/** A refusal as plain data; this is what RTK Query keeps and what `.unwrap()` rejects with. */
export type Failure =
  | { kind: 'business'; code: 422; msg: FieldMessages; data: ErrorData }
  | { kind: 'business'; code: number; msg: string; data: ErrorData }
  | { kind: 'transport'; msg: string }

/** An envelope that is not a success (specification §8). For code 422 `fields` holds its messages. */
export class BusinessError extends Error {
  readonly code: number
  readonly msg: string | FieldMessages
  readonly data: ErrorData

  constructor(code: number, msg: string | FieldMessages, data: ErrorData = null) {
    super(typeof msg === 'string' ? msg : Object.values(msg).flat().join(' '))
    this.name = 'BusinessError'
    this.code = code
    this.msg = msg
    this.data = data
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFieldMessages = (msg: unknown): msg is FieldMessages =>
  isRecord(msg) &&
  Object.values(msg).every(
    (list) => Array.isArray(list) && list.every((text) => typeof text === 'string'),
  )

/** What a refusal says beside its sentence; what has another form counts as nothing. */
const errorData = (data: unknown): ErrorData =>
  isRecord(data) && ['string', 'undefined'].includes(typeof data['reason']) ? data : null

/** Opens an envelope: its `data` when the code is 200, else a `BusinessError`. */
export function openEnvelope(body: unknown): unknown {
  if (isRecord(body) && body['code'] === 200) return body['data']
  const refusal = refusalIn(body)
  if (refusal) throw refusal
  throw new TypeError('The answer is not an envelope')
}

/** The business error that `body` carries, if it is an envelope at all. */
function refusalIn(body: unknown): BusinessError | undefined {
  if (!isRecord(body)) return undefined
  const { code, msg, data } = body
  if (typeof code !== 'number' || code === 200) return undefined
  if (typeof msg !== 'string' && !isFieldMessages(msg)) return undefined
  return new BusinessError(code, msg, errorData(data))
}

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

/**
 * What the server says about a failure, or the first of its sentences by field, in the language on screen; undefined
 * without one.
 */
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

const has = (error: unknown, key: string): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, key) === true

/** The library's own marks, read without it: a page that makes no call need not load it. */
const isAxiosError = (error: unknown): error is AxiosError => has(error, 'isAxiosError')
const isCancel = (error: unknown): boolean => has(error, '__CANCEL__')

/** The sentences of the specification, §8, word for word. */
export const TRANSPORT_SENTENCES = {
  unavailable: 'Network unavailable. Check internet connection',
  refused: 'Request failed, please retry.',
  unanswered: 'Network error. Check connection and retry.',
  other: 'Request error, please retry.',
} as const

/** A gateway may answer a real HTTP 401 or 403; with an envelope inside it means the same. */
function asBusinessError(error: unknown): BusinessError | undefined {
  if (error instanceof BusinessError) return error
  if (!isAxiosError(error) || !error.response) return undefined
  const { status, data } = error.response
  return status === 401 || status === 403 ? refusalIn(data) : undefined
}

/** The sentence for an error that carries no envelope. */
export function transportSentence(error: unknown): string {
  // Without a network the client itself may not load, which is no error of axios.
  if (!isAxiosError(error)) {
    const isOffline = globalThis.navigator?.onLine === false
    return isOffline ? TRANSPORT_SENTENCES.unavailable : TRANSPORT_SENTENCES.other
  }
  if (error.response) {
    return error.response.status === 0
      ? TRANSPORT_SENTENCES.unavailable
      : TRANSPORT_SENTENCES.refused
  }
  return error.request ? TRANSPORT_SENTENCES.unanswered : TRANSPORT_SENTENCES.other
}

/**
 * The one handler of failed requests (specification §8). `sentToken` is the token the request went
 * out with: an answer that arrives after somebody signed in again must not sign them out.
 */
export function handleError(error: unknown, sentToken: string | undefined) {
  if (isCancel(error)) return
  const refusal = asBusinessError(error)
  if (refusal) handleRefusal(refusal, sentToken)
  else clientHost().notify(clientHost().translate(transportSentence(error)))
}

/** Reasons of a 403 that refuse one act on a page which stays open: a member keeps what was typed. */
const SAID_IN_PLACE = new Set<unknown>([SEE_AS, ROLE_TOO_SMALL])

function handleRefusal({ code, msg, data }: BusinessError, sentToken: string | undefined) {
  // The form asks for it, which is no failure.
  if (data?.reason === CODE_SENT) return
  const host = clientHost()
  if (code === 401) {
    if (sentToken === readToken()) signInAgain()
  } else if (code === 403 && !SAID_IN_PLACE.has(data?.reason)) {
    host.navigate(FORBIDDEN_PATH)
  } else if (typeof msg === 'string') {
    host.notify(host.translate(msg))
  } else {
    for (const [field, messages] of Object.entries(msg)) {
      for (const message of messages) host.notify(`${field}: ${host.translate(message)}`)
    }
  }
}

function signInAgain() {
  const host = clientHost()
  const from = host.currentPath()
  if (readToken()) sessionEnded.note()
  removeToken()
  const pathname = from.split('?')[0]
  if (pathname !== LOGIN_PATH) host.navigate(paths.login(from))
}
