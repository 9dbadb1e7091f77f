import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import {
  RELEASE_PLACES,
  CHANNELS,
  isChannel,
  type Channel,
  type PinProblem,
} from '@awards/shared/releases'
import { BusinessError } from '../../../api/src/http/business-error.ts'
import { perNetwork } from '../../../api/src/http/limits.ts'
import type { Log } from '../../../api/src/observability/log.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { withPins } from '../registry/discovery/discovery.ts'
import { releaseKey, type RegistryReader } from '../registry/registry.types.ts'
import {
  fileCache,
  type CachedFile,
  type FileCache,
  sendFile,
  sendFileError,
} from './static-files.ts'
import { pinResolver, type DiscoveryContext } from './pins.ts'
import { channelResolver, type ChannelResolver, type VisitorResolution } from './resolver.ts'

type Parts = { readonly registry: RegistryReader; readonly cache: FileCache; readonly log: Log }
type FileRequest = FastifyRequest<{ Params: { '*': string } }>

const UNREACHABLE = 'The registry cannot be reached. Please try again in a moment.\n'

/** Serves files that a published release lists, under both prefixes (`/mfe` and the fallback `/mfe-b`). */
export function releaseFileRoutes(app: FastifyInstance, { registry, cache, log }: Parts) {
  async function find(asked: string): Promise<CachedFile | undefined> {
    const [name = '', version = '', ...rest] = asked.split('/')
    const path = rest.join('/')
    if (!(await registry.release(name, version))) return undefined
    // Constant stamp: published files are immutable, so the cache never revalidates them.
    return cache.get({
      key: releaseKey(name, version, path),
      stamp: 'published',
      read: () => registry.file(name, version, path),
      // Optional: without the build's `.br` file the cache compresses the bytes itself.
      readBrotli: () => registry.file(name, version, `${path}.br`).catch(() => undefined),
    })
  }

  for (const prefix of RELEASE_PLACES) {
    app.get(`${prefix}/*`, async (request: FileRequest, reply) => {
      try {
        return sendFile(request, reply, await find(request.params['*']))
      } catch (error) {
        log.error('release.file', { path: request.url.split('?')[0], error })
        return sendFileError(reply.header('retry-after', '1'), 503, UNREACHABLE)
      }
    })
  }
}

type DiscoveryRequest = FastifyRequest<{
  Querystring: Record<string, string | string[] | undefined>
}>

/** Rate limit of requests with pins, which query the database; others are answered from memory. */
const PINS_PER_ADDRESS = { points: 120, seconds: 60 }

type Tagged = Pick<VisitorResolution, 'document' | 'revisions'> & {
  readonly problems: readonly PinProblem[]
}
const etagOf = ({ document, problems, revisions }: Tagged) => {
  const hash = createHash('sha256')
    .update(revisions)
    .update(JSON.stringify([document, problems]))
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/** `/discovery.json`: the releases of each remote for this visitor, with support for pins and ETags. */
export function discoveryRoutes(
  app: FastifyInstance,
  context: DiscoveryContext,
  resolve: ChannelResolver,
) {
  const { config, limits, log } = context
  const { resolveText } = pinResolver(context, resolve)

  const refuse = (reply: FastifyReply, status: number, body: object) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))

  function channelFor(asked: string): Channel | readonly Channel[] {
    const allowed = config.pins === 'on' ? CHANNELS : [config.channel]
    return isChannel(asked) && allowed.includes(asked) ? asked : allowed
  }

  async function answer(request: DiscoveryRequest, reply: FastifyReply) {
    const channel = channelFor(String(request.query['channel'] ?? config.channel))
    if (typeof channel !== 'string') {
      const message = `This site gives the channels ${channel.join(', ')}.`
      return refuse(reply, 422, { error: 'channel', message, allowed: channel })
    }
    const resolved = await resolve(request, reply, channel)
    const pins = String(request.query['pin'] ?? '')
    let { document } = resolved
    let problems: readonly PinProblem[] = []
    if (pins) {
      await limits.take('pins_ip', request.ip, perNetwork(PINS_PER_ADDRESS, config.mode))
      const held = await resolveText(request, reply, pins)
      if (held.releases.length === 0 && held.shell === undefined) {
        return refuse(reply, 422, { error: 'pins', problems: held.problems })
      }
      problems = held.problems
      document = withPins(document, held.releases)
    }
    const etag = etagOf({ document, problems, revisions: resolved.revisions })
    void reply
      .header('cache-control', 'private, no-cache')
      .header('vary', 'Cookie')
      .header('x-content-type-options', 'nosniff')
      .header('etag', etag)
      .type('application/json; charset=utf-8')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    // Beside the document, for the pins of the list that cannot be held.
    return reply.send(JSON.stringify(problems.length > 0 ? { ...document, problems } : document))
  }

  app.get('/discovery.json', async (request: DiscoveryRequest, reply) => {
    try {
      return await answer(request, reply)
    } catch (error) {
      if (error instanceof BusinessError && error.code === 429) {
        const wait = Number(error.data?.['retry_after'] ?? 1)
        const body = { error: 'too_many_requests', message: error.message }
        return refuse(reply.header('retry-after', wait), 429, body)
      }
      log.error('discovery.failed', { trace_id: request.id, error })
      const message = 'The registry cannot be reached. Please try again in a moment.'
      return refuse(reply.header('retry-after', '1'), 503, { error: 'registry', message })
    }
  })
}

/** Public routes of a registry that runs without a site: files of releases and the discovery of its channel. */
export function registrySite(app: FastifyInstance, context: AppContext) {
  const { registry, config, log } = context
  releaseFileRoutes(app, { registry, cache: fileCache(), log })
  discoveryRoutes(app, context, channelResolver({ registry, siteUrl: config.siteUrl, log }))
}
