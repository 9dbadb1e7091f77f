import { createHmac, timingSafeEqual, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { registryPaths } from '@awards/shared/releases'
import { tokenDigest } from '../../../api/src/http/authenticate.ts'
import { readCookie, setCookie } from '../../../api/src/http/cookies.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { registryAuditRepository } from '../registry/authorization.repository.ts'
import { staffLinksRepository } from './staff-links.repository.ts'

const COOKIE = 'mfe_staff'
const COOKIE_SECONDS = 8 * 3_600

type Site = { readonly secret: string; readonly siteUrl: string }

/** Sets the signed staff cookie (`owner.expiry.hmac`), valid for eight hours. */
export function setStaffCookie(reply: FastifyReply, site: Site, owner: string, now: Date) {
  const end = Math.floor(now.getTime() / 1_000) + COOKIE_SECONDS
  const payload = `${Buffer.from(owner).toString('base64url')}.${end}`
  setCookie(reply, {
    name: COOKIE,
    value: `${payload}.${signature(site.secret, payload)}`,
    seconds: COOKIE_SECONDS,
    sameSite: 'Strict',
    isSecure: site.siteUrl.startsWith('https:'),
  })
}

/** The owner named by the staff cookie; undefined if the cookie is missing, forged or expired. */
export function staffOwner(request: FastifyRequest, secret: string, now: Date): string | undefined {
  const [owner = '', end = '', mac = '', ...more] = (readCookie(request, COOKIE) ?? '').split('.')
  const expected = Buffer.from(signature(secret, `${owner}.${end}`))
  const actual = Buffer.from(mac)
  if (more.length > 0 || expected.length !== actual.length || !timingSafeEqual(expected, actual)) {
    return undefined
  }
  if (Number(end) * 1_000 <= now.getTime()) return undefined
  return Buffer.from(owner, 'base64url').toString()
}

const signature = (secret: string, payload: string) =>
  createHmac('sha256', `staff:${secret}`).update(payload).digest('base64url')

const LINK_MS = 10 * 60_000
const TOKEN = /^[A-Za-z0-9_-]{43}$/

type Context = Pick<AppContext, 'registryDb' | 'clock' | 'config'>

/** Creates a link that works once within ten minutes and gives the browser that opens it the staff cookie. */
export async function createStaffLink({ registryDb, clock, config }: Context, owner: string) {
  const now = clock()
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + LINK_MS)
  await staffLinksRepository(registryDb).add(tokenDigest(token), owner, expires)
  const detail = { what: 'link' }
  await registryAuditRepository(registryDb).record({
    at: now,
    actor: owner,
    action: 'staff',
    detail,
  })
  const url = `${config.siteUrl}${registryPaths.staff}?link=${token}`
  return { url, expires_at: expires.toISOString() }
}

/** Checks staff links (`isValid`) and redeems them (`redeem`, returns the owner); opening one is audited. */
export function staffService({ registryDb, clock }: Context) {
  const links = staffLinksRepository(registryDb)
  const audit = registryAuditRepository(registryDb)

  return {
    isValid: async (token: string): Promise<boolean> =>
      TOKEN.test(token) && (await links.findOwner(tokenDigest(token), clock())) !== undefined,

    async redeem(token: string): Promise<string | undefined> {
      const now = clock()
      const owner = TOKEN.test(token) ? await links.redeem(tokenDigest(token), now) : undefined
      if (owner) {
        const detail = { what: 'opened' }
        await audit.record({ at: now, actor: owner, action: 'staff', detail })
      }
      return owner
    },
  }
}
