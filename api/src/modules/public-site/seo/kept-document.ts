import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const unpack = promisify(gunzip)

/** A document for programs, compressed: a map of many pages is large and says the same again and again. */
export type KeptDocument = { readonly packed: Buffer; readonly etag: string }

/** Packs a text, or its pieces as they come. */
export async function keepDocument(text: AsyncIterable<string> | string): Promise<KeptDocument> {
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
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { packed, etag }: KeptDocument,
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
