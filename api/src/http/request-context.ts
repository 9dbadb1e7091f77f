import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'

/** Somebody with an account. */
export type Person = { readonly id: string; readonly identity: number }

/** Why the server does what it is doing: a request, or a job that a request has left behind. */
export type RequestContext = {
  /** The number of the request, as its answer names it. */
  readonly trace_id: string
  /** The call of the contract; for a job its name. */
  call?: string
  actor?: Person
  /** The code of the envelope, where it is not that of HTTP. */
  code?: number
  /** What was written into the audit log on the way. */
  acts?: string[]
}

const MAX_ACTIONS = 20
const causes = new AsyncLocalStorage<RequestContext>()

/** Does the work, and whatever it starts, for a cause. */
export const withRequestContext = <T>(cause: RequestContext, work: () => T): T =>
  causes.run(cause, work)

/** What is being worked for; undefined at start and in rounds of the clock. */
export const requestContext = (): RequestContext | undefined => causes.getStore()

/** Remembers an act for the line that the log will have about its cause. */
export function recordAction(action: string, subject: string, actor: Person | null) {
  const cause = causes.getStore()
  if (!cause) return
  // Whoever signs in is nobody when the call begins.
  if (actor) cause.actor ??= actor
  cause.acts ??= []
  if (cause.acts.length < MAX_ACTIONS) cause.acts.push(`${action} ${subject}`.trim())
}

export const REQUEST_ID = 'x-request-id'
/** It is written into answers and logs as it came. */
const WELL_FORMED = /^[\w-]{8,64}$/

const ID_BYTES = 8
const drawn = Buffer.allocUnsafe(ID_BYTES * 512)
let next = drawn.length

/** Sixteen random digits, drawn for many requests at once. */
export function newTraceId(): string {
  if (next === drawn.length) {
    randomFillSync(drawn)
    next = 0
  }
  return drawn.toString('hex', next, (next += ID_BYTES))
}

/** Numbers requests: as the proxy in front has done, where it is one that is trusted, else anew. */
export function requestIds(trustProxy: string): (request: IncomingMessage) => string {
  if (trustProxy === '') return newTraceId
  const isTrusted = compile(trustProxy.split(',').map((part) => part.trim()))
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID]
    const isGood = typeof given === 'string' && WELL_FORMED.test(given)
    return isGood && isTrusted(socket.remoteAddress ?? '', 0) ? given : newTraceId()
  }
}
