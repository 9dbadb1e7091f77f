import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGES } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import { gate } from '../../../lib/gate.ts'
import { feedPath, feedService } from './feed.service.ts'
import { keepDocument, sendDocument, type KeptDocument } from './kept-document.ts'
import { robotsText } from './robots.ts'
import { sitemapService } from './sitemap.service.ts'

type Text = AsyncIterable<string> | string
type PartRequest = FastifyRequest<{ Params: { number: string } }>

const XML = 'application/xml; charset=utf-8'
const FEED = 'application/rss+xml; charset=utf-8'
const MISSING: KeptDocument = { packed: Buffer.alloc(0), etag: '' }

/** The maps of the site, the rules for robots, and the news as a feed. */
export function documentRoutes(app: FastifyInstance, context: AppContext) {
  const { publicCache, config } = context
  const sitemap = sitemapService(context)
  const feed = feedService(context)
  // A part of a large map is megabytes before it is packed.
  const oneAtATime = gate(1)

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
          return text === undefined ? MISSING : keepDocument(text)
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
