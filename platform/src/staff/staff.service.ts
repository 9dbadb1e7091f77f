import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { READ_ONLY, registryPaths } from '@awards/shared/releases'
import { openToken, signToken, tokenDigest } from '../../../api/src/lib/signed-token.ts'
import { readCookie, setCookie } from '../../../api/src/http/cookies.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import {
  DEPLOY_COOKIE,
  requireOwner,
  requireScopeName,
  tokensService,
} from '../registry/authorization.ts'
import {
  registryAuditRepository,
  staffLinksRepository,
  type StaffLink,
} from '../registry/authorization.repository.ts'

const COOKIE = 'mfe_staff'
const COOKIE_SECONDS = 8 * 3_600

type Site = { readonly secret: string; readonly siteUrl: string }

/** Sets the signed staff cookie. It names the browser's deploy token, with which it ends. */
export function setStaffCookie(reply: FastifyReply, site: Site, tokenId: string) {
  setCookie(reply, {
    name: COOKIE,
    value: signToken(site.secret, 'staff', Buffer.from(tokenId)),
    seconds: COOKIE_SECONDS,
    sameSite: 'Strict',
    isSecure: site.siteUrl.startsWith('https:'),
  })
}

/** Sets the cookie with the deploy token that this browser has for eight hours; scripts cannot read it. */
export function setDeployCookie(reply: FastifyReply, site: Pick<Site, 'siteUrl'>, token: string) {
  setCookie(reply, {
    name: DEPLOY_COOKIE,
    value: token,
    seconds: COOKIE_SECONDS,
    sameSite: 'Strict',
    isSecure: site.siteUrl.startsWith('https:'),
    path: '/api/',
  })
}

/** Whether the request comes from a browser of staff, whose token may still be used. Only a signed cookie costs a query. */
export async function isStaff(request: FastifyRequest, context: Context): Promise<boolean> {
  const cookie = readCookie(request, COOKIE) ?? ''
  const tokenId = openToken(context.config.acceptedSecrets, 'staff', cookie)?.toString()
  return tokenId !== undefined && (await tokensService(context).isInUse(tokenId))
}

const LINK_MS = 10 * 60_000
const TOKEN = /^[A-Za-z0-9_-]{43}$/

type Context = Pick<AppContext, 'registryDb' | 'clock' | 'config'>

/**
 * Creates a link that works once within ten minutes. The browser that opens it is staff, and has a deploy token for
 * `scope`, by default one that only reads.
 */
export async function createStaffLink(
  { registryDb, clock, config }: Context,
  owner: string,
  scope = READ_ONLY,
) {
  const now = clock()
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + LINK_MS)
  const link = { owner: requireOwner(owner), scope: requireScopeName(scope, true) }
  await staffLinksRepository(registryDb).add({ ...link, hash: tokenDigest(token), expires_at })
  await registryAuditRepository(registryDb).record({
    at: now,
    actor: link.owner,
    action: 'staff',
    detail: { what: 'link', scope },
  })
  const url = `${config.siteUrl}${registryPaths.staff}?link=${token}`
  return { url, expires_at: expires_at.toISOString() }
}

type OpenedLink = StaffLink & { readonly tokenId: string; readonly token: string }

/** Checks staff links (`find`) and redeems them for a deploy token (`redeem`); opening one is audited. */
export function staffService({ registryDb, clock }: Context) {
  const links = staffLinksRepository(registryDb)
  const audit = registryAuditRepository(registryDb)
  const tokens = tokensService({ registryDb, clock })

  return {
    find: async (link: string): Promise<StaffLink | undefined> =>
      TOKEN.test(link) ? links.find(tokenDigest(link), clock()) : undefined,

    async redeem(link: string): Promise<OpenedLink | undefined> {
      const now = clock()
      const opened = TOKEN.test(link) ? await links.redeem(tokenDigest(link), now) : undefined
      if (!opened) return undefined
      const { owner, scope } = opened
      const detail = { what: 'opened', scope }
      await audit.record({ at: now, actor: owner, action: 'staff', detail })
      const expires = new Date(now.getTime() + COOKIE_SECONDS * 1_000)
      const { id, token } = await tokens.create(scope, owner, owner, expires)
      return { owner, scope, tokenId: id, token }
    },
  }
}
