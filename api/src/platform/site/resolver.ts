import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Channel } from '@awards/shared/platform'
import type { Log } from '../../observability/log.ts'
import { hasCanary, resolveChannel, type Resolved } from '../registry/discovery/discovery.ts'
import type { RegistryReader } from '../registry/registry.types.ts'
import { forgetVisitor, visitorOf } from './visitor.ts'

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
