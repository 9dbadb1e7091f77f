import type { FastifyRequest } from 'fastify'
import { isChannel, isRemoteId, READ_ONLY } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { readCookie } from '../../../api/src/http/cookies.ts'
import { perNetwork, type LimitRule } from '../../../api/src/http/limits.ts'
import { registryAuditRepository, type AuditAction } from './authorization.repository.ts'
import { Refusal } from './registry-input.ts'
import { tokensService, type Bearer } from './tokens.service.ts'

const FAILURES: LimitRule = { points: 30, seconds: 300 }

/** An action for the audit log. */
export type RegistryAction = {
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
