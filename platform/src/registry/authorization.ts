import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isChannel, isRemoteId, READ_ONLY, type RemoteOwners } from '@awards/shared/releases'
import { readCookie } from '../../../api/src/http/cookies.ts'
import { perNetwork, type LimitRule } from '../../../api/src/http/limits.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import {
  registryAuditRepository,
  tokensRepository,
  type AuditAction,
} from './authorization.repository.ts'
import { Refusal } from './registry-input.ts'
import { noticesRepository } from './rollout/rollouts.repository.ts'
import { tokenDigest } from '../../../api/src/lib/signed-token.ts'
import { MINUTE_MS } from '../../../api/src/lib/time.ts'

/** The caller of the registry: a person or a CI, for one remote or for all (`*`). */
export type Bearer = {
  readonly id: string
  readonly owner: string
  readonly scope: string
  readonly expiresAt: Date | null
}

/** Owner of releases that the server itself publishes from local builds; no token may have it. */
export const SEED = 'seed'

const TOKEN = /^dt_[A-Za-z0-9_-]{43}$/

type Ends = { readonly revoked_at: Date | null; readonly expires_at: Date | null }
const isOver = ({ revoked_at, expires_at }: Ends, now: Date) =>
  revoked_at !== null || (expires_at !== null && expires_at <= now)

type Context = Pick<AppContext, 'registryDb' | 'clock'>

/** The name of a token's owner; throws a Refusal (422) for none, a long one, and that of the server. */
export function requireOwner(owner: string): string {
  const name = owner.trim()
  if (name !== '' && name.length <= 80 && name !== SEED) return name
  const message = 'Name the person or the CI that will use the token.'
  throw new Refusal(422, 'owner_invalid', message)
}

/** Throws a Refusal (422) unless it is a remote, `*`, or `none` for a browser. */
export function requireScopeName(scope: string, isBrowser = false): string {
  // Only a browser reads without changing anything; a token for a CI would be of no use then.
  if (scope === '*' || isRemoteId(scope) || (isBrowser && scope === READ_ONLY)) return scope
  throw new Refusal(422, 'scope_invalid', `${scope} is no remote, as mf-jury is, and not *.`)
}

/** Creates, lists, revokes and finds deploy tokens. Stores only hashes, so a token is shown once, when it is created. */
export function tokensService({ registryDb, clock }: Context) {
  const tokens = tokensRepository(registryDb)

  return {
    async create(scope: string, owner: string, by: string, expires?: Date) {
      requireScopeName(scope, expires !== undefined)
      const name = requireOwner(owner)
      const token = `dt_${randomBytes(32).toString('base64url')}`
      return registryDb.transaction().execute(async (trx) => {
        const now = clock()
        const ends = expires && { expires_at: expires }
        const row = { hash: tokenDigest(token), scope, owner: name, created_at: now, ...ends }
        const { id } = await tokensRepository(trx).add(row)
        const detail = { did: 'create', id, scope, owner: name, ...ends }
        await registryAuditRepository(trx).record({ at: now, actor: by, action: 'token', detail })
        return { id, token }
      })
    },

    list: () => tokens.list(),

    async revoke(id: string, by: string) {
      await registryDb.transaction().execute(async (trx) => {
        const now = clock()
        const row = /^\d{1,18}$/.test(id) && (await tokensRepository(trx).revoke(id, now))
        if (!row) {
          const message = `There is no token ${id} to revoke. "token list" shows those there are.`
          throw new Refusal(404, 'token_unknown', message)
        }
        const detail = { did: 'revoke', ...row }
        await registryAuditRepository(trx).record({ at: now, actor: by, action: 'token', detail })
      })
    },

    /** Finds a token by its hash, so that timing reveals nothing about its characters. Updates `last_used_at`. */
    async find(token: string): Promise<(Bearer & { isRevoked: boolean }) | undefined> {
      if (!TOKEN.test(token)) return undefined
      const row = await tokens.byHash(tokenDigest(token))
      if (!row) return undefined
      const now = clock()
      const isRevoked = isOver(row, now)
      if (!isRevoked) await tokens.noteUse(row.id, now, new Date(now.getTime() - MINUTE_MS))
      const { id, owner, scope, expires_at: expiresAt } = row
      return { id, owner, scope, expiresAt, isRevoked }
    },

    /** Whether the token of this id may still be used. */
    async isInUse(id: string): Promise<boolean> {
      const row = await tokens.byId(id)
      return row !== undefined && !isOver(row, clock())
    },
  }
}

/** Who has a lasting token for each remote (`*` for all of them), and who is told of a release that is stopped. */
export async function remoteOwners({
  registryDb,
}: Pick<AppContext, 'registryDb'>): Promise<RemoteOwners> {
  const [tokens, contacts] = await Promise.all([
    tokensRepository(registryDb).list(),
    noticesRepository(registryDb).allOwners(),
  ])
  // A browser's token ends by itself: it says who looked, not who owns.
  const lasting = tokens.filter(
    ({ scope, revoked_at, expires_at }) => !revoked_at && !expires_at && scope !== READ_ONLY,
  )
  const names = new Set([...lasting.map(({ scope }) => scope), ...contacts.map(({ name }) => name)])
  return [...names].sort().map((name) => ({
    name,
    owners: [...new Set(lasting.filter(({ scope }) => scope === name).map(({ owner }) => owner))],
    // The address of a webhook may hold a secret, so it is only said that there is one.
    told: contacts
      .filter((one) => one.name === name)
      .flatMap(({ mail, webhook_url }) => [mail, webhook_url && new URL(webhook_url).host])
      .filter((one): one is string => Boolean(one)),
  }))
}

const FAILURES: LimitRule = { points: 30, seconds: 300 }

/** An action for the audit log. */
type RegistryAction = {
  readonly action: AuditAction
  readonly name: string
  readonly channel?: string
  readonly detail?: Record<string, unknown>
  /** A dry run changes nothing, so only its 403 is recorded. */
  readonly isDryRun?: boolean
}

/** Authenticates deploy tokens and authorises actions; every refusal of a known token is audited. */
export function authorization(context: AppContext) {
  const { limits, registryDb, clock, config } = context
  const tokens = tokensService(context)
  const rule = perNetwork(FAILURES, config.mode)

  /**
   * Requires any valid token. The rate limit counts a request before the look-up, so that concurrent guesses count,
   * and gives the point back if the token is valid. Throws a Refusal (401) otherwise.
   */
  async function authenticate(request: FastifyRequest): Promise<Bearer> {
    const { ip } = request
    await limits.take('registry', ip, rule)
    const token = tokenOf(request)
    const bearer = await tokens.find(token)
    if (bearer && !bearer.isRevoked) {
      await limits.refund('registry', ip, rule)
      return bearer
    }
    if (bearer) {
      const refused = new Refusal(
        401,
        'token_revoked',
        'This token is revoked, or its time is over. Ask for a new one.',
      )
      await auditRefusal(bearer, refused, { action: 'token', name: '' })
      throw refused
    }
    if (token) {
      const message = 'Nobody has this token. Copy it again as a whole, or ask an operator for one.'
      throw new Refusal(401, 'token_unknown', message)
    }
    throw new Refusal(
      401,
      'token_missing',
      'Send a deploy token as "authorization: Bearer dt_…". ' +
        '"npm run mfe -- token create <remote> --owner <name>" on the server makes one.',
    )
  }

  async function auditRefusal({ owner }: Bearer, refusal: Refusal, action: RegistryAction) {
    const { error, message, problems } = refusal
    await registryAuditRepository(registryDb).record({
      at: clock(),
      actor: owner,
      action: action.action,
      outcome: 'refused',
      name: isRemoteId(action.name) ? action.name : null,
      channel: isChannel(action.channel ?? '') ? (action.channel ?? null) : null,
      detail: { ...action.detail, error, message, ...(problems && { problems }) },
    })
  }

  return {
    authenticate,

    /** Runs `work` if the scope of the token covers the remote, and audits a Refusal. */
    async authorise<T>(
      request: FastifyRequest,
      action: RegistryAction,
      work: (bearer: Bearer) => Promise<T>,
    ) {
      const bearer = await authenticate(request)
      try {
        requireScope(bearer, action.name)
        return await work(bearer)
      } catch (error) {
        const isActual = !action.isDryRun || (error instanceof Refusal && error.status === 403)
        if (error instanceof Refusal && isActual) await auditRefusal(bearer, error, action)
        throw error
      }
    },
  }
}

/** Cookie with the deploy token of a browser; `staff-link` leads to it. */
export const DEPLOY_COOKIE = 'mfe_deploy'

/** A request by the page of releases itself: no other site, and no other host of this one, can act for the browser. */
const isFromThisSite = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] === 'same-origin'

/** The token of the header, or that of the browser. */
function tokenOf(request: FastifyRequest): string {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (token || !isFromThisSite(request)) return token
  return readCookie(request, DEPLOY_COOKIE) ?? ''
}

/** Whether the request brings a token, be it good or not. */
export const hasToken = (request: FastifyRequest) =>
  request.headers.authorization !== undefined || tokenOf(request) !== ''

function requireScope({ scope }: Bearer, name: string) {
  if (scope === '*' || scope === name) return
  if (scope === READ_ONLY) {
    const message = `This link only shows releases. Ask an operator for one with "--remote ${name}".`
    throw new Refusal(403, 'scope', message)
  }
  const message = `This token is for ${scope} and cannot change ${name}. Use the token of ${name}.`
  throw new Refusal(403, 'scope', message)
}
