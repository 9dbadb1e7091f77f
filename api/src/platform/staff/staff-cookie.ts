import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from '../../http/cookies.ts'

const COOKIE = 'mfe_staff'
const SECONDS = 8 * 3_600

type Site = { readonly secret: string; readonly siteUrl: string }

/** Makes the browser that is answered one of staff, for some hours. */
export function giveStaffCookie(reply: FastifyReply, site: Site, owner: string, now: Date) {
  const end = Math.floor(now.getTime() / 1_000) + SECONDS
  const payload = `${Buffer.from(owner).toString('base64url')}.${end}`
  setCookie(reply, {
    name: COOKIE,
    value: `${payload}.${signature(site.secret, payload)}`,
    seconds: SECONDS,
    sameSite: 'Strict',
    isSecure: site.siteUrl.startsWith('https:'),
  })
}

/** Who of the staff sent a request; nobody without a cookie that we signed and that still holds. */
export function staffOf(request: FastifyRequest, secret: string, now: Date): string | undefined {
  const [owner = '', end = '', signed = '', ...more] = (readCookie(request, COOKIE) ?? '').split(
    '.',
  )
  const wanted = Buffer.from(signature(secret, `${owner}.${end}`))
  const given = Buffer.from(signed)
  if (more.length > 0 || wanted.length !== given.length || !timingSafeEqual(wanted, given)) {
    return undefined
  }
  if (Number(end) * 1_000 <= now.getTime()) return undefined
  return Buffer.from(owner, 'base64url').toString()
}

const signature = (secret: string, payload: string) =>
  createHmac('sha256', `staff:${secret}`).update(payload).digest('base64url')
