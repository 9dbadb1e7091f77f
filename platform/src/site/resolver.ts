import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ROLLOUT } from '@awards/shared/domain'
import type { Channel } from '@awards/shared/releases'
import { readCookie, setCookie } from '../../../api/src/http/cookies.ts'
import type { Log } from '../../../api/src/observability/log.ts'
import { hasCanary, resolveChannel, type Resolved } from '../registry/discovery/discovery.ts'
import type { RegistryReader } from '../registry/registry.types.ts'

const { cookie: name, days, choice } = ROLLOUT
const ID_BYTES = 16
const ID = /^[A-Za-z0-9_-]{22}$/

/** Ids assigned to a request without a cookie, since one request may resolve two channels. */
const assignedIds = new WeakMap<FastifyRequest, string>()

/** Opt-out on the cookie page or by Global Privacy Control: such a visitor never gets a canary. */
export const hasOptedOut = (request: FastifyRequest) =>
  readCookie(request, choice.name) === choice.refused || request.headers['sec-gpc'] === '1'

/**
 * The random id that keeps a visitor at one version during a canary; sets the cookie if it is missing or malformed.
 * Called during a canary only, so there is no cookie otherwise. Undefined, and the cookie deleted, after an opt-out.
 */
function visitorId(
  request: FastifyRequest,
  reply: FastifyReply,
  siteUrl: string,
): string | undefined {
  if (hasOptedOut(request)) {
    deleteVisitorCookie(request, reply, siteUrl)
    return undefined
  }
  const known = assignedIds.get(request) ?? readCookie(request, name)
  if (known && ID.test(known)) return known
  const value = randomBytes(ID_BYTES).toString('base64url')
  const seconds = days * 86_400
  setCookie(reply, { name, value, seconds, sameSite: 'Lax', isSecure: isSecure(siteUrl) })
  assignedIds.set(request, value)
  return value
}

/** Deletes the cookie of an earlier canary. True if there was one: the answer must not be cached for others. */
function deleteVisitorCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  siteUrl: string,
): boolean {
  if (readCookie(request, name) === undefined) return false
  setCookie(reply, { name, value: '', seconds: 0, sameSite: 'Lax', isSecure: isSecure(siteUrl) })
  return true
}

const isSecure = (siteUrl: string) => siteUrl.startsWith('https:')

type Parts = { readonly registry: RegistryReader; readonly siteUrl: string; readonly log: Log }

export type VisitorResolution = Resolved & {
  /** Differs by visitor, so shared caches must not store it. */
  readonly isPersonal: boolean
}

/** Resolves a channel for a request, and sets the visitor cookie during a canary. */
export function channelResolver({ registry, siteUrl, log }: Parts) {
  const loggedProblems = new Map<string, string>()
  // Cached by channel state, since validation of a document is expensive.
  const known = new WeakMap<object, Resolved>()

  const logProblem = (remote: string, problem: string) => {
    if (loggedProblems.get(remote) === problem) return
    loggedProblems.set(remote, problem)
    log.error('discovery.left-out', { remote, problem })
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    channel: Channel,
  ): Promise<VisitorResolution> => {
    const state = await registry.channel(channel)
    if (hasCanary(state)) {
      const visitor = visitorId(request, reply, siteUrl)
      return { ...resolveChannel(state, visitor, logProblem), isPersonal: true }
    }
    const shared = known.get(state) ?? resolveChannel(state, undefined, logProblem)
    known.set(state, shared)
    return { ...shared, isPersonal: deleteVisitorCookie(request, reply, siteUrl) }
  }
}
export type ChannelResolver = ReturnType<typeof channelResolver>
