import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie of a request by its name; of two with one name the first counts. */
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
  /** Without signs that a cookie cannot hold: base64url and dots. */
  readonly value: string
  readonly seconds: number
  readonly sameSite: 'Lax' | 'Strict'
  /** The site is reached by https. */
  readonly isSecure: boolean
  /** Calls that need it, if not every request. */
  readonly path?: string
}

/** Sets a cookie that scripts cannot read. */
export function setCookie(reply: FastifyReply, cookie: Cookie) {
  const { name, value, seconds, sameSite, isSecure, path = '/' } = cookie
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly']
  parts.push(`SameSite=${sameSite}`, ...(isSecure ? ['Secure'] : []))
  void reply.header('set-cookie', parts.join('; '))
}
