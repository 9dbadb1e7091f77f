import { createHmac, timingSafeEqual, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { registryPaths } from '@awards/shared/platform'
import { tokenDigest } from '../../../api/src/http/authenticate.ts'
import { readCookie, setCookie } from '../../../api/src/http/cookies.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { registryAuditRepository } from '../registry/authority.repository.ts'
import { staffLinksRepository } from './staff-links.repository.ts'

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

const LINK_MS = 10 * 60_000
const TOKEN = /^[A-Za-z0-9_-]{43}$/

type Context = Pick<AppContext, 'registryDb' | 'clock' | 'config'>

/** Makes a link that works once, within ten minutes, and makes the browser that opens it staff. */
export async function staffLink({ registryDb, clock, config }: Context, owner: string) {
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

/** Looks at links without using them, and uses them up. */
export function staffService({ registryDb, clock }: Context) {
  const links = staffLinksRepository(registryDb)
  const audit = registryAuditRepository(registryDb)

  return {
    isGood: async (token: string): Promise<boolean> =>
      TOKEN.test(token) && (await links.ownerOf(tokenDigest(token), clock())) !== undefined,

    async use(token: string): Promise<string | undefined> {
      const now = clock()
      const owner = TOKEN.test(token) ? await links.use(tokenDigest(token), now) : undefined
      if (owner) {
        const detail = { what: 'opened' }
        await audit.record({ at: now, actor: owner, action: 'staff', detail })
      }
      return owner
    },
  }
}
