import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DEFAULT_LANGUAGE } from '@awards/shared/domain'
import { digestOf, readPictureName, shareAddressOf } from '../../../files/pictures/picture.ts'
import { BusyError } from '../../../files/pictures/share-picture.ts'
import type { Storage } from '../../../files/storage/storage.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { contentService } from '../content.service.ts'
import { publicPicturesService } from './public-pictures.service.ts'

const KEPT_BYTES = 24 << 20
/** What is larger is read from the disk each time: a full view, seldom asked for. */
const LARGEST = 128 << 10

/** Bytes of a stored file, from memory where it is small and was asked for before. */
type PictureBytes = { readonly body: Buffer | Readable; readonly bytes: number }

/** Keeps the small pictures of the site at hand. A key's bytes never change. */
function pictureBytes(storage: Storage) {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOf })
  return async (key: string): Promise<PictureBytes | undefined> => {
    const known = kept.get(key)
    if (known) return { body: known, bytes: known.length }
    const found = await storage.get(key)
    if (!found || found.bytes > LARGEST) return found
    found.body.destroy()
    const bytes = await storage.read(key)
    kept.set(key, bytes)
    return { body: bytes, bytes: bytes.length }
  }
}

const sizeOf = (bytes: Buffer) => bytes.length + 200

type PictureRequest = FastifyRequest<{ Params: { file_id: string; name: string } }>

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const
/** What many share asks again soon, so that a picture that is hidden is gone there too. */
const SHARED = 's-maxage=300'
const YEAR = `public, max-age=31536000, ${SHARED}, immutable`
/** An address without a digest stays when the picture behind it is replaced. */
const DAY = `public, max-age=86400, ${SHARED}`
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
}

/** The pictures that visitors see, each for as long as what it belongs to is public. */
export function picturesRoutes(app: FastifyInstance, context: AppContext) {
  const content = contentService(context)
  const service = publicPicturesService(context)
  const bytesOf = pictureBytes(context.storage)

  app.get('/pictures/:file_id/:name', async (request: PictureRequest, reply) => {
    const name = readPictureName(request.params.name)
    const key = name && (await service.keyOf(request.params.file_id, name).catch(unlessBusy))
    if (key === 'busy')
      return reply
        .code(503)
        .headers({ ...HEADERS, 'retry-after': '2' })
        .send()
    if (!key) return refuse(reply)
    const etag = `"${digestOf(key)}"`
    void reply.headers({ ...HEADERS, etag, 'cache-control': name.digest ? YEAR : DAY })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const found = await bytesOf(key)
    if (!found) return refuse(reply)
    return reply.type(TYPES[name.extension]).header('content-length', found.bytes).send(found.body)
  })
  /** Shown where a page without a picture of its own is shared. */
  app.get('/pictures/og.jpg', async (_request, reply) => {
    const [first] = await content.banners('home_hero', DEFAULT_LANGUAGE)
    const share = shareAddressOf(first?.image?.url ?? '')
    if (!share) return refuse(reply)
    return reply.header('cache-control', 'public, max-age=3600').redirect(share, 302)
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

function unlessBusy(error: unknown): 'busy' {
  if (error instanceof BusyError) return 'busy'
  throw error
}
