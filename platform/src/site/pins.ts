import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  formatPin,
  formatPins,
  parsePins,
  PIN_PARAMETER,
  ROUTE_ASSETS_FILE,
  RouteAssets,
  type Channel,
  type PinProblem,
} from '@awards/shared/releases'
import { readCookie, setCookie } from '../../../api/src/http/cookies.ts'
import { errorCode } from '../../../api/src/lib/errors.ts'
import { openToken, signToken } from '../../../api/src/lib/signed-token.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { resolvePins, withPins, type PinPolicy } from '../registry/discovery/discovery.ts'
import { readerRepository } from '../registry/discovery/reader.repository.ts'
import { integrityOf } from '../registry/gates/release-files.ts'
import { releaseKey } from '../registry/registry.types.ts'
import { SHELL, shellBuildsRepository } from '../registry/releases.repository.ts'
import { TEMPLATE_FILE } from '../registry/shell-builds.service.ts'
import { isStaff } from '../staff/staff.service.ts'
import type { Code } from './render/renderer-client.ts'
import { codeOf, SHELL_SERVER_FILE } from './render/server-code.ts'
import type { ChannelResolver, VisitorResolution } from './resolver.ts'
import type { CachedFile, FileCache } from './static-files.ts'

/** A shell as documents need it. */
type ShellBuild = {
  readonly version: string
  readonly template: string
  readonly host: RouteAssets
  /** Its server code; undefined if it was not built. */
  readonly code: Code | undefined
}

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
type PinnedResolution = VisitorResolution & {
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

/** Builds kept in memory; each has about a megabyte, mostly server code. */
const MAX_BUILDS = 3
/** Retention may remove one. */
const BUILD_FRESH_MS = 60_000
/** Paths that were looked for, so that a missing file does not query the database for each request. */
const MAX_PATHS = 1_000
const PATH_FRESH_MS = 5_000

type Parts = Pick<AppContext, 'registryDb' | 'registryStorage' | 'log'>

/** Builds of the shell that were published to be pinned. */
function pinnedShells({ registryDb, registryStorage, log }: Parts) {
  const repository = shellBuildsRepository(registryDb)
  const builds = new LRUCache<string, ShellBuild>({ max: MAX_BUILDS, ttl: BUILD_FRESH_MS })
  const owners = new LRUCache<string, string>({ max: MAX_PATHS, ttl: PATH_FRESH_MS })

  const read = (version: string, path: string) =>
    registryStorage.read(releaseKey(SHELL, version, path))

  async function load(version: string): Promise<ShellBuild | undefined> {
    const row = await repository.find(version)
    if (!row) return undefined
    const verified = async (path: string) => {
      const bytes = await read(version, path)
      if (integrityOf(bytes) === row.files[path]?.integrity) return bytes
      throw new Error(`${path} of shell ${version} is not the one that was published.`)
    }
    const [template, assets, code] = await Promise.all(
      [TEMPLATE_FILE, ROUTE_ASSETS_FILE, SHELL_SERVER_FILE].map(verified),
    )
    if (!template || !assets || !code) return undefined
    return {
      version,
      template: template.toString('utf8'),
      host: RouteAssets.parse(JSON.parse(assets.toString('utf8'))),
      code: codeOf(SHELL, code),
    }
  }

  /** The build that has a file; none while the database cannot tell, or for a path that it cannot read. */
  async function ownerOf(path: string): Promise<string | undefined> {
    const known = owners.get(path)
    if (known !== undefined) return known || undefined
    const version = await repository.versionWith(path).catch((error: unknown) => {
      log.warn('shell.file', { path, error })
      return undefined
    })
    owners.set(path, version ?? '')
    return version
  }

  return {
    /** A build by its version; undefined if it is not published, or cannot be read. */
    async open(version: string): Promise<ShellBuild | undefined> {
      const known = builds.get(version)
      if (known) return known
      const found = await load(version).catch((error: unknown) => {
        log.error('shell.unreadable', { version, error })
        return undefined
      })
      if (found) builds.set(version, found)
      return found
    },

    /** A file by its path below `/assets/`, of whichever build has it: the name carries a hash of its bytes. */
    async file(cache: FileCache, path: string): Promise<CachedFile | undefined> {
      const version = await ownerOf(path)
      if (version === undefined) return undefined
      return cache.get({
        key: releaseKey(SHELL, version, path),
        stamp: 'published',
        read: () =>
          read(version, path).catch((error: unknown) => {
            if (errorCode(error) === 'ENOENT') return undefined
            throw error
          }),
        readBrotli: () => read(version, `${path}.br`).catch(() => undefined),
      })
    },
  }
}
