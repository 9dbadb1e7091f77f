import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'

export const REQUEST_ID = 'x-request-id'
/** It is written into answers and logs as it came. */
const WELL_FORMED = /^[\w-]{8,64}$/

/** Sixteen random digits; Node draws the numbers for many of them at once. */
export function newTraceId(): string {
  const id = randomUUID()
  return id.slice(0, 8) + id.slice(28)
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
