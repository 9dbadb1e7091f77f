import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import { DESK_ROUTES, ENTRANT_ROUTES, SPECIFICATION_ROUTES, LANGUAGES } from '@awards/shared/domain'
import { concurrencyLimit } from '../../../lib/concurrency.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Config } from '../../../start/config.ts'
import { avifJob } from '../pictures/avif-job.ts'
import { picturesRoutes } from '../pictures/pictures.routes.ts'
import { feedPath, feedService } from './feed.service.ts'
import { sitemapService } from './sitemap.service.ts'

const unpack = promisify(gunzip)

/** A document for programs, compressed: a map of many pages is large and says the same again and again. */
type CachedDocument = { readonly packed: Buffer; readonly etag: string }

/** Packs a text, or its pieces as they come. */
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
  return { packed: Buffer.concat(chunks), etag }
}

/** Answers with a document that may be a little old while a newer one is made. */
async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { packed, etag }: CachedDocument,
  type: string,
) {
  void reply
    .headers({ etag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' })
    .header('cache-control', 'public, max-age=60, stale-while-revalidate=600')
    .type(type)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const takesGzip = String(request.headers['accept-encoding'] ?? '').includes('gzip')
  if (!takesGzip) return reply.send(await unpack(packed))
  return reply.header('content-encoding', 'gzip').send(packed)
}

/** What only people who are signed in, or programs, have a use for. */
const NOT_FOR_ROBOTS = [
  '/api/',
  '/files/',
  ...[...SPECIFICATION_ROUTES, ...ENTRANT_ROUTES, ...DESK_ROUTES]
    .map(({ path }) => path)
    .filter((path) => path !== '/' && path !== '*'),
]

/** Tells robots what to read; a site where releases are tried is not for them at all. */
export function robotsText({ channel, siteUrl }: Pick<Config, 'channel' | 'siteUrl'>): string {
  if (channel === 'staging') return 'User-agent: *\nDisallow: /\n'
  return [
    'User-agent: *',
    ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
    // Search engines that run the scripts of a page let it ask what visitors read.
    'Allow: /api/index/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

type Text = AsyncIterable<string> | string
type PartRequest = FastifyRequest<{ Params: { number: string } }>

const XML = 'application/xml; charset=utf-8'
const FEED = 'application/rss+xml; charset=utf-8'
const MISSING: CachedDocument = { packed: Buffer.alloc(0), etag: '' }

/** The maps of the site, the rules for robots, and the news as a feed. */
function documentRoutes(app: FastifyInstance, context: AppContext) {
  const { publicCache, config } = context
  const sitemap = sitemapService(context)
  const feed = feedService(context)
  // A part of a large map is megabytes before it is packed.
  const oneAtATime = concurrencyLimit(1)

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    make: () => Promise<Text | undefined>,
  ) => {
    const path = request.url.split('?')[0] ?? ''
    const kept = await publicCache.through(
      `document ${path}`,
      () =>
        oneAtATime(async () => {
          const text = await make()
          return text === undefined ? MISSING : cacheDocument(text)
        }),
      ({ packed }) => packed.length,
    )
    if (kept.etag) return sendDocument(request, reply, kept, type)
    return reply.code(404).type('text/plain; charset=utf-8').send('There is nothing here.\n')
  }

  app.get('/sitemap.xml', (request, reply) => answer(request, reply, XML, sitemap.whole))
  app.get('/sitemap-pages.xml', (request, reply) => answer(request, reply, XML, sitemap.pages))
  app.get('/sitemap-winners-:number(^[1-9][0-9]{0,4}$).xml', (request: PartRequest, reply) =>
    answer(request, reply, XML, () => sitemap.winners(Number(request.params.number))),
  )
  for (const language of LANGUAGES) {
    app.get(feedPath(language), (request, reply) =>
      answer(request, reply, FEED, () => feed(language)),
    )
  }
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('text/plain; charset=utf-8')
      .send(robotsText(config)),
  )
}

/** What search engines, readers of news and other sites fetch beside the pages. */
export function seoRoutes(app: FastifyInstance, context: AppContext) {
  avifJob(app, context)
  picturesRoutes(app, context)
  documentRoutes(app, context)
}
