import type { FastifyRequest } from 'fastify'
import { isChannel, isRemoteId } from '@awards/shared/platform'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { perNetwork, type LimitRule } from '../../../api/src/http/limits.ts'
import { registryAuditRepository, type AuditAction } from './authority.repository.ts'
import { Refusal } from './registry-input.ts'
import { tokensService, type Bearer } from './tokens.service.ts'

const FAILURES: LimitRule = { points: 30, seconds: 300 }

/** What somebody is about to do, for the record. */
export type Act = {
  readonly action: AuditAction
  readonly name: string
  readonly channel?: string
  readonly detail?: Record<string, unknown>
  /** A rehearsal is a question: only one that nobody may ask is recorded. */
  readonly isRehearsal?: boolean
}

/** Who may do what in the registry; every refusal of somebody known goes into the record. */
export function authority(context: AppContext) {
  const { limits, registryDb, clock, config } = context
  const tokens = tokensService(context)
  const rule = perNetwork(FAILURES, config.mode)

  /** Any valid token. A request is counted before its token is looked up, and not any more once it is good. */
  async function bearerOf({ headers, ip }: FastifyRequest): Promise<Bearer> {
    await limits.take('registry', ip, rule)
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    const bearer = await tokens.find(token)
    if (bearer && !bearer.isRevoked) {
      await limits.giveBack('registry', ip, rule)
      return bearer
    }
    if (bearer) {
      const refused = new Refusal(401, 'token_revoked', 'This token is revoked. Ask for a new one.')
      await record(bearer, refused, { action: 'token', name: '' })
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

  async function record({ owner }: Bearer, refusal: Refusal, act: Act) {
    const { error, message, problems } = refusal
    await registryAuditRepository(registryDb).record({
      at: clock(),
      actor: owner,
      action: act.action,
      outcome: 'refused',
      name: isRemoteId(act.name) ? act.name : null,
      channel: isChannel(act.channel ?? '') ? (act.channel ?? null) : null,
      detail: { ...act.detail, error, message, ...(problems && { problems }) },
    })
  }

  return {
    bearerOf,

    /** Does something with a token whose scope covers the remote, or records why not. */
    async act<T>(request: FastifyRequest, act: Act, work: (bearer: Bearer) => Promise<T>) {
      const bearer = await bearerOf(request)
      try {
        allow(bearer, act.name)
        return await work(bearer)
      } catch (error) {
        const isActual = !act.isRehearsal || (error instanceof Refusal && error.status === 403)
        if (error instanceof Refusal && isActual) await record(bearer, error, act)
        throw error
      }
    },
  }
}

function allow({ scope }: Bearer, name: string) {
  if (scope === '*' || scope === name) return
  const message = `This token is for ${scope} and cannot change ${name}. Use the token of ${name}.`
  throw new Refusal(403, 'scope', message)
}
