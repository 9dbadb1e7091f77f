import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import {
  DESK_ROUTES,
  ENTRANT_ROUTES,
  LANGUAGES,
  SHELL_ROUTES,
  SPECIFICATION_ROUTES,
} from '@awards/shared/domain'
import { acceptsEncoding } from '../../../http/read-input.ts'
import { concurrencyLimit } from '../../../lib/concurrency.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Config } from '../../../start/config.ts'
import { avifJob, picturesRoutes } from '../pictures.routes.ts'
import { sitemapService, feedPath, feedService } from './sitemap.service.ts'

const gunzipAsync = promisify(gunzip)

/** A cached XML document, stored gzipped: large sitemaps are repetitive. An empty etag means 404. */
type CachedDocument = { readonly gzipped: Buffer; readonly etag: string }

/** Gzips a text or a stream of chunks, and hashes it for the ETag. */
async function cacheDocument(text: AsyncIterable<string> | string): Promise<CachedDocument> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  await pipeline(
    Readable.from(typeof text === 'string' ? [text] : text),
    async function* (pieces: AsyncIterable<string>) {
      for await (const piece of pieces) {
        hash.update(piece)
        yield piece
      }
    },
    createGzip({ level: 6 }),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of packed) chunks.push(chunk)
    },
  )
  const etag = `"${hash.digest('base64url').slice(0, 22)}"`
  return { gzipped: Buffer.concat(chunks), etag }
}

/** Sends a document: 304 for a matching ETag, gzipped if the client accepts it, with stale-while-revalidate. */
async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { gzipped: packed, etag }: CachedDocument,
  type: string,
) {
  void reply
    .headers({ etag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' })
    .header('cache-control', 'public, max-age=60, stale-while-revalidate=600')
    .type(type)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (!acceptsEncoding(request, 'gzip')) return reply.send(await gunzipAsync(packed))
  return reply.header('content-encoding', 'gzip').send(packed)
}

/** Paths for robots.txt: pages behind a sign-in, the API and files. */
const DISALLOWED = [
  '/api/',
  '/files/',
  ...[...SPECIFICATION_ROUTES, ...SHELL_ROUTES, ...ENTRANT_ROUTES, ...DESK_ROUTES]
    .map(({ path }) => path)
    .filter((path) => path !== '/' && path !== '*'),
]

/** Text of robots.txt; a staging site disallows everything. */
export function robotsText({ channel, siteUrl }: Pick<Config, 'channel' | 'siteUrl'>): string {
  if (channel === 'staging') return 'User-agent: *\nDisallow: /\n'
  return [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    // Crawlers that execute scripts need the public API to render pages.
    'Allow: /api/index/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

type Text = AsyncIterable<string> | string
type PartRequest = FastifyRequest<{ Params: { number: string } }>

const XML = 'application/xml; charset=utf-8'
const RSS = 'application/rss+xml; charset=utf-8'
const NOT_FOUND: CachedDocument = { gzipped: Buffer.alloc(0), etag: '' }

/** Sitemaps, robots.txt and RSS feeds. */
function documentRoutes(app: FastifyInstance, context: AppContext) {
  const { publicCache, config } = context
  const sitemap = sitemapService(context)
  const feed = feedService(context)
  // Builds one document at a time: a part of a large sitemap takes megabytes before compression.
  const oneAtATime = concurrencyLimit(1)

  const serveDocument = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    make: () => Promise<Text | undefined>,
  ) => {
    const path = request.url.split('?')[0] ?? ''
    // A remote that comes or goes changes the sitemap, and no content of the programme.
    const brought = path.startsWith('/sitemap') ? await sitemap.pagesOfReleases() : []
    const document = await publicCache.through(
      ['document', path, ...brought.map((page) => page.path)].join(' '),
      () =>
        oneAtATime(async () => {
          const text = await make()
          return text === undefined ? NOT_FOUND : cacheDocument(text)
        }),
      ({ gzipped: packed }) => packed.length,
    )
    if (document.etag) return sendDocument(request, reply, document, type)
    return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.\n')
  }

  app.get('/sitemap.xml', (request, reply) => serveDocument(request, reply, XML, sitemap.whole))
  app.get('/sitemap-pages.xml', (request, reply) =>
    serveDocument(request, reply, XML, sitemap.pages),
  )
  app.get('/sitemap-winners-:number(^[1-9][0-9]{0,4}$).xml', (request: PartRequest, reply) =>
    serveDocument(request, reply, XML, () => sitemap.winners(Number(request.params.number))),
  )
  for (const language of LANGUAGES) {
    app.get(feedPath(language), (request, reply) =>
      serveDocument(request, reply, RSS, () => feed(language)),
    )
  }
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('text/plain; charset=utf-8')
      .send(robotsText(config)),
  )
}

/** Routes for crawlers, feed readers and link previews, and the AVIF job. */
export function seoRoutes(app: FastifyInstance, context: AppContext) {
  avifJob(app, context)
  picturesRoutes(app, context)
  documentRoutes(app, context)
}
