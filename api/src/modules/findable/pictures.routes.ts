import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app/app-context.ts'
import { readPictureName } from '../../files/picture-address.ts'
import { pictureBytes } from './picture-bytes.ts'
import { publicPicturesService } from './public-pictures.service.ts'

type PictureRequest = FastifyRequest<{ Params: { file_id: string; name: string } }>

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const
const YEAR = 'public, max-age=31536000, immutable'
/** An address without a digest stays when the picture behind it is replaced. */
const DAY = 'public, max-age=86400'
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
}

/** The pictures that visitors see, each for as long as what it belongs to is public. */
export function picturesRoutes(app: FastifyInstance, context: AppContext) {
  const service = publicPicturesService(context)
  const bytesOf = pictureBytes(context.storage)

  app.get('/pictures/:file_id/:name', async (request: PictureRequest, reply) => {
    const name = readPictureName(request.params.name)
    const key = name && (await service.keyOf(request.params.file_id, name))
    if (!key) return refuse(reply)
    const etag = `"${service.etagOf(key)}"`
    void reply.headers({ ...HEADERS, etag, 'cache-control': name.digest ? YEAR : DAY })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const found = await bytesOf(key)
    if (!found) return refuse(reply)
    return reply.type(TYPES[name.extension]).header('content-length', found.bytes).send(found.body)
  })
  app.get('/pictures/*', (_request, reply) => refuse(reply))
}

/** One answer for what is hidden, not yet public, misspelt and unknown, so that nothing can be guessed. */
const refuse = (reply: FastifyReply) =>
  reply
    .code(404)
    .removeHeader('etag')
    .headers({ ...HEADERS, 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send('There is no such picture.\n')
