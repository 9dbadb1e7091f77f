import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ROLLOUT } from '@awards/shared/domain'
import type { Channel } from '@awards/shared/platform'
import { readCookie, setCookie } from '../../../api/src/http/cookies.ts'
import type { Log } from '../../../api/src/observability/log.ts'
import { hasCanary, resolveChannel, type Resolved } from '../registry/discovery/discovery.ts'
import type { RegistryReader } from '../registry/registry.types.ts'

const { cookie: name, days, choice } = ROLLOUT
const ID_BYTES = 16
const ID = /^[A-Za-z0-9_-]{22}$/

/** Ids that are on their way: one request may resolve two channels. */
const given = new WeakMap<FastifyRequest, string>()

/** Somebody who refused on the cookie page, or whose browser says so to every site (Global Privacy Control). */
const refuses = (request: FastifyRequest) =>
  readCookie(request, choice.name) === choice.refused || request.headers['sec-gpc'] === '1'

/**
 * The random id that keeps a visitor at one version while a remote is split between two. It is asked
 * for only then: without a canary nobody gets a cookie. Undefined for a visitor who refuses it.
 */
function visitorOf(
  request: FastifyRequest,
  reply: FastifyReply,
  siteUrl: string,
): string | undefined {
  if (refuses(request)) {
    forgetVisitor(request, reply, siteUrl)
    return undefined
  }
  const known = given.get(request) ?? readCookie(request, name)
  if (known && ID.test(known)) return known
  const value = randomBytes(ID_BYTES).toString('base64url')
  const seconds = days * 86_400
  setCookie(reply, { name, value, seconds, sameSite: 'Lax', isSecure: isSecure(siteUrl) })
  given.set(request, value)
  return value
}

/** Ends the cookie of an earlier canary. True where there was one, so the answer is for this visitor alone. */
function forgetVisitor(request: FastifyRequest, reply: FastifyReply, siteUrl: string): boolean {
  if (readCookie(request, name) === undefined) return false
  setCookie(reply, { name, value: '', seconds: 0, sameSite: 'Lax', isSecure: isSecure(siteUrl) })
  return true
}

const isSecure = (siteUrl: string) => siteUrl.startsWith('https:')

type Parts = { readonly registry: RegistryReader; readonly siteUrl: string; readonly log: Log }

export type ForVisitor = Resolved & {
  /** Another visitor may get something else. */
  readonly isPersonal: boolean
}

/** Resolves a channel for whoever asks, and gives a visitor the cookie when it takes one. */
export function channelResolver({ registry, siteUrl, log }: Parts) {
  const told = new Map<string, string>()
  // Each document is checked strictly, so everybody who gets the same one shares it.
  const known = new WeakMap<object, Resolved>()

  const note = (remote: string, problem: string) => {
    if (told.get(remote) === problem) return
    told.set(remote, problem)
    log.error('discovery.left-out', { remote, problem })
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    channel: Channel,
  ): Promise<ForVisitor> => {
    const state = await registry.channel(channel)
    if (hasCanary(state)) {
      const visitor = visitorOf(request, reply, siteUrl)
      return { ...resolveChannel(state, visitor, note), isPersonal: true }
    }
    const shared = known.get(state) ?? resolveChannel(state, undefined, note)
    known.set(state, shared)
    return { ...shared, isPersonal: forgetVisitor(request, reply, siteUrl) }
  }
}
export type ChannelResolver = ReturnType<typeof channelResolver>
