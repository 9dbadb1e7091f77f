import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  formatPin,
  formatPins,
  parsePins,
  PIN_PARAMETER,
  type Channel,
  type PinProblem,
} from '@awards/shared/releases'
import { readCookie, setCookie } from '../../../api/src/http/cookies.ts'
import { openToken, signToken } from '../../../api/src/lib/signed-token.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { resolvePins, withPins, type PinPolicy } from '../registry/discovery/discovery-pins.ts'
import { readerRepository } from '../registry/discovery/reader.repository.ts'
import { isStaff } from '../staff/staff.service.ts'
import { pinnedShells, type ShellBuild } from './pinned-shells.ts'
import type { ChannelResolver, VisitorResolution } from './resolver.ts'

/** Parts of the context that discovery uses. */
export type DiscoveryContext = Pick<
  AppContext,
  'config' | 'registry' | 'registryDb' | 'registryStorage' | 'clock' | 'limits' | 'log'
>

/** Cookie with the pins by which the documents of this browser are rendered; it ends with the browser. */
const COOKIE = 'mfe_pins'

type Config = DiscoveryContext['config']

/** Stores the pins of the browser, signed; an empty text removes them. */
export function storePins(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  pins: string,
) {
  if (pins === '' && readCookie(request, COOKIE) === undefined) return
  setCookie(reply, {
    name: COOKIE,
    value: pins === '' ? '' : signToken(config.secret, 'pins', Buffer.from(pins)),
    seconds: pins === '' ? 0 : undefined,
    sameSite: 'Lax',
    isSecure: config.siteUrl.startsWith('https:'),
  })
}

const storedPins = (request: FastifyRequest, { acceptedSecrets }: Config): string =>
  openToken(acceptedSecrets, 'pins', readCookie(request, COOKIE) ?? '')?.toString() ?? ''

/** Which releases this request may pin. */
export async function pinPolicy(
  request: FastifyRequest,
  context: DiscoveryContext,
): Promise<PinPolicy> {
  const { pins } = context.config
  if (pins === 'on') return 'any'
  return pins === 'preview' && (await isStaff(request, context)) ? 'previews' : 'none'
}

/** The pins of a document: what the tab compares its own with. */
export type DocumentPins = { readonly pins: string; readonly problems: readonly PinProblem[] }
export type PinnedResolution = VisitorResolution & {
  readonly pinned?: DocumentPins
  /** The pinned build of the shell. */
  readonly shell?: ShellBuild | undefined
}

/** Resolves pins, each on its own, for discovery and for documents. */
export function pinResolver(context: DiscoveryContext, resolve: ChannelResolver) {
  const { config, registry } = context
  const repository = readerRepository(context.registryDb)
  const shells = pinnedShells(context)

  const resolveText = async (request: FastifyRequest, reply: FastifyReply, text: string) =>
    resolvePins(text, await pinPolicy(request, context), {
      release: registry.release,
      chosen: async (channel: Channel, name) =>
        (await resolve(request, reply, channel)).chosen.get(name),
      isKnown: repository.isKnown,
      hasShell: async (version) => (await shells.open(version)) !== undefined,
    })

  /**
   * The resolution for a document: pinned releases in the place of those of the channel, for the address or for what the
   * browser has kept. The remote of a pin that cannot be held is not rendered at all, since its tab refuses it too.
   */
  async function forDocument(
    request: FastifyRequest,
    reply: FastifyReply,
    resolved: VisitorResolution,
  ): Promise<PinnedResolution> {
    const query = new URLSearchParams(request.url.split('?').slice(1).join('?'))
    const asked = parsePins(query.getAll(PIN_PARAMETER).join(',')).pins
    const { pins } = asked.length > 0 ? { pins: asked } : parsePins(storedPins(request, config))
    if (pins.length === 0 || (await pinPolicy(request, context)) === 'none') return resolved
    const text = formatPins(pins)
    if (asked.length > 0) storePins(request, reply, config, text)
    const { releases, shell, problems } = await resolveText(request, reply, text)
    const refused = new Set(problems.map(({ pin }) => pin))
    const chosen = new Map(resolved.chosen)
    for (const pin of pins) if (refused.has(formatPin(pin))) chosen.delete(pin.name)
    for (const release of releases) chosen.set(release.name, release)
    const document = withPins(resolved.document, releases)
    const pinned = { pins: text, problems }
    const build = shell === undefined ? undefined : await shells.open(shell)
    const isSealed = resolved.isSealed && releases.every((release) => release.isSealed)
    return { ...resolved, chosen, isSealed, document, pinned, shell: build }
  }

  return { resolveText, forDocument, shells }
}
