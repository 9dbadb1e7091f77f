import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'

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
