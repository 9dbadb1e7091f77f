import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { judge } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { contentDisposition } from '../../files/content-disposition.ts'
import { zipDownload, type ZipAnswer } from './archive/zip-download.ts'
import { ZIP_PATH, zipService } from './archive/zip.service.ts'

type Request = FastifyRequest<{ Querystring: { t?: string } }>

/** The two calls that make a link to an archive, and the archives behind the links. */
export function zipRoutes(app: FastifyInstance, context: AppContext) {
  const zips = zipService(context)
  const downloads = zipDownload(context)
  serve(app, judge.downloadZip, ({ apply_order_id }, { actor }) => zips.one(actor, apply_order_id))
  serve(app, judge.batchDownloadZip, (input, { actor }) => zips.many(actor, input))

  const answerTo = ({ query, headers }: Request) =>
    downloads.answer({
      ticket: String(query.t ?? ''),
      range: headers.range,
      ifRange: String(headers['if-range'] ?? ''),
    })
  app.head(ZIP_PATH, async (request: Request, reply) =>
    withHeaders(reply, await answerTo(request)).send(),
  )
  app.get(ZIP_PATH, { exposeHeadRoute: false }, async (request: Request, reply) => {
    const answer = await answerTo(request)
    withHeaders(reply, answer)
    return answer.state === 'nothing' ? reply.send() : reply.send(await answer.open())
  })
}

function withHeaders(reply: FastifyReply, { tag, size, state, range }: ZipAnswer): FastifyReply {
  void reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition('entries.zip'),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: `"${tag}"`,
  })
  if (state === 'nothing') return reply.code(416).header('content-range', `bytes */${size}`)
  if (state === 'part') {
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  }
  return reply.header('content-length', range.end - range.start + 1)
}
