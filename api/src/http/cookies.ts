import type { FastifyReply, FastifyRequest } from 'fastify'

/** Reads a cookie by name; the first one if the name is repeated. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers.cookie ?? ''
  for (const pair of header.split(';')) {
    const [key = '', ...value] = pair.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
  return undefined
}

type Cookie = {
  readonly name: string
  /** Only base64url characters and dots; it is not encoded. */
  readonly value: string
  /** Undefined for one that ends with the browser. */
  readonly seconds: number | undefined
  readonly sameSite: 'Lax' | 'Strict'
  /** True if the site uses https. */
  readonly isSecure: boolean
  /** Restricts the cookie to a path; default `/`. */
  readonly path?: string
}

/** Sets an HttpOnly cookie. */
export function setCookie(reply: FastifyReply, cookie: Cookie) {
  const { name, value, seconds, sameSite, isSecure, path = '/' } = cookie
  const age = seconds === undefined ? [] : [`Max-Age=${seconds}`]
  const parts = [`${name}=${value}`, `Path=${path}`, ...age, 'HttpOnly']
  parts.push(`SameSite=${sameSite}`, ...(isSecure ? ['Secure'] : []))
  void reply.header('set-cookie', parts.join('; '))
}
