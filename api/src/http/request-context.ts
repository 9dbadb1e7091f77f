import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'

/** A user as far as logs need it. */
export type Person = { readonly id: string; readonly identity: number }

/** The request that the server works for, or the job that a request has enqueued; for logs and traces. */
export type RequestContext = {
  /** Id of the request, as in its response. */
  readonly trace_id: string
  /** The call of the contract; for a job its name. */
  call?: string
  actor?: Person
  /** Prefix of the key of a program that calls for the actor. */
  key?: string
  /** Code of the envelope, if it differs from the HTTP status. */
  code?: number
  /** Actions that were written to the audit log. */
  acts?: string[]
}

const MAX_ACTIONS = 20
const contextStorage = new AsyncLocalStorage<RequestContext>()

/** Runs `work`, and the async work that it starts, with a context (AsyncLocalStorage). */
export const withRequestContext = <T>(context: RequestContext, work: () => T): T =>
  contextStorage.run(context, work)

/** The current context; undefined at start and in timers. */
export const requestContext = (): RequestContext | undefined => contextStorage.getStore()

/** Adds an audited action to the context, for the access log. */
export function recordAction(action: string, subject: string, actor: Person | null) {
  const context = contextStorage.getStore()
  if (!context) return
  // A sign-in has no actor when the call begins.
  if (actor) context.actor ??= actor
  context.acts ??= []
  if (context.acts.length < MAX_ACTIONS) context.acts.push(`${action} ${subject}`.trim())
}

export const REQUEST_ID = 'x-request-id'
/** Restricts ids from outside, since they are written to responses and logs. */
const WELL_FORMED = /^[\w-]{8,64}$/

const ID_BYTES = 8
const randomBytes = Buffer.allocUnsafe(ID_BYTES * 512)
let next = randomBytes.length

/** A random id of 16 hex digits; the random bytes are generated in batches. */
export function newTraceId(): string {
  if (next === randomBytes.length) {
    randomFillSync(randomBytes)
    next = 0
  }
  return randomBytes.toString('hex', next, (next += ID_BYTES))
}

/** Request ids: the header `x-request-id` of a trusted proxy, else a new id. */
export function requestIds(trustProxy: string): (request: IncomingMessage) => string {
  if (trustProxy === '') return newTraceId
  const isTrusted = compile(trustProxy.split(',').map((part) => part.trim()))
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID]
    const isGood = typeof given === 'string' && WELL_FORMED.test(given)
    return isGood && isTrusted(socket.remoteAddress ?? '', 0) ? given : newTraceId()
  }
}
