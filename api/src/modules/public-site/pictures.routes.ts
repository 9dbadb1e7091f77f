import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DEFAULT_LANGUAGE } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { avifWorker, type AvifWorker } from '../../files/pictures/picture-workers.ts'
import {
  PictureVariants,
  digestOf,
  readPictureName,
  shareAddressOf,
  shareKeyOf,
  type PictureName,
  type StoredSize,
} from '../../files/pictures/picture.ts'
import { type Storage, derivedStorageKey } from '../../files/storage/storage.ts'
import { PREVIEW_HEADERS, previewerOf } from '../../http/cookies.ts'
import { concurrencyLimit } from '../../lib/concurrency.ts'
import type { AppContext } from '../../start/app-context.ts'
import { publicPicturesRepository, type PublicPictureRow } from './content.repository.ts'
import { contentService } from './content.service.ts'

const ID = /^[1-9][0-9]{0,18}$/
const LARGEST_ID = 2n ** 63n - 1n
const CACHED_BYTES = 1_500

/** Resolves addresses of public pictures to storage keys. */
function publicPicturesService(context: AppContext) {
  const { db, clock, publicCache, storage } = context
  const makeShare = sharePictures(storage)

  /** Variants of a public picture; undefined for hidden and unknown ids. */
  async function find(id: string): Promise<PictureVariants | undefined> {
    if (!ID.test(id) || BigInt(id) > LARGEST_ID) return undefined
    const { variants } = await publicCache.through(
      `picture ${id}`,
      () => read(db, id),
      () => CACHED_BYTES,
    )
    return variants
  }

  async function read(on: Db, id: string, isPreview = false) {
    const row = await publicPicturesRepository(on, isPreview).find(id, clock())
    return { variants: PictureVariants.safeParse(row?.variants).data }
  }

  /** Storage key of an address; creates the share picture on demand. Undefined if hidden, unknown or outdated. */
  async function keyOf(
    id: string,
    { size, digest, extension }: PictureName,
  ): Promise<string | undefined> {
    const variants = await find(id)
    if (!variants) return undefined
    if (size === 'og') {
      await makeShare(variants)
      return shareKeyOf(variants)
    }
    return keyIn(variants, { size, digest, extension })
  }

  /** Storage key of an address as the drafts of the programme would make it, for the browser of a preview. */
  async function draftedKeyOf(userId: string, id: string, { size, ...name }: PictureName) {
    if (!ID.test(id) || BigInt(id) > LARGEST_ID || size === 'og') return undefined
    const { withDrafts } = await import('../programme/desk/schedule.service.ts')
    const drafted = await withDrafts(context, userId, (on) => read(on, id, true))
    return drafted?.variants && keyIn(drafted.variants, { size, ...name })
  }

  return { keyOf, draftedKeyOf }
}

/** Storage key of a size of a picture; undefined where the address is not that of the picture as it is now. */
function keyIn(
  variants: PictureVariants,
  { size, digest, extension }: PictureName & { size: StoredSize },
) {
  // A JPEG address always means the full size, which stands in for sizes without a JPEG.
  const { [size]: own, avif, full_jpeg } = variants
  const key = { avif: avif?.[size], webp: own, jpg: full_jpeg }[extension]?.key
  return key && digestOf(key) === digest ? key : undefined
}

const CACHE_BYTES = 24 << 20
/** Larger files (full views) are rarely requested, and read from storage each time. */
const MAX_CACHED_BYTES = 128 << 10

/** Content of a stored file: a buffer if cached, else a stream. `bytes` is its length. */
type PictureBytes = { readonly body: Buffer | Readable; readonly bytes: number }

/** LRU cache of small pictures by storage key. Never invalidated: the bytes of a key do not change. */
function cachedPictures(storage: Storage) {
  const cache = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: sizeOf })
  return async (key: string): Promise<PictureBytes | undefined> => {
    const cached = cache.get(key)
    if (cached) return { body: cached, bytes: cached.length }
    const found = await storage.get(key)
    if (!found || found.bytes > MAX_CACHED_BYTES) return found
    found.body.destroy()
    const bytes = await storage.read(key)
    cache.set(key, bytes)
    return { body: bytes, bytes: bytes.length }
  }
}

const sizeOf = (bytes: Buffer) => bytes.length + 200

type PictureRequest = FastifyRequest<{ Params: { file_id: string; name: string } }>

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const
/** Short lifetime in shared caches (CDN, proxy), so that a hidden picture disappears there too. */
const SHARED_MAX_AGE = 's-maxage=300'
const IMMUTABLE = `public, max-age=31536000, ${SHARED_MAX_AGE}, immutable`
/** For addresses without a digest, whose picture may be replaced. */
const ONE_DAY = `public, max-age=86400, ${SHARED_MAX_AGE}`
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
}

/** Serves `/pictures/*`: each picture only while the record that uses it is public. */
export function picturesRoutes(app: FastifyInstance, context: AppContext) {
  const content = contentService(context)
  const service = publicPicturesService(context)
  const bytesOf = cachedPictures(context.storage)

  app.get('/pictures/:file_id/:name', async (request: PictureRequest, reply) => {
    const name = readPictureName(request.params.name)
    const id = request.params.file_id
    const live = name && (await service.keyOf(id, name).catch(unlessBusy))
    const previewer = name && !live && previewerOf(context, request)
    const drafted = previewer && (await service.draftedKeyOf(previewer, id, name))
    const key = live || drafted
    if (key === 'busy')
      return reply
        .code(503)
        .headers({ ...HEADERS, 'retry-after': '2' })
        .send()
    if (!key) return notFound(reply)
    const etag = `"${digestOf(key)}"`
    void reply.headers({ ...HEADERS, etag, 'cache-control': name.digest ? IMMUTABLE : ONE_DAY })
    if (drafted) void reply.headers(PREVIEW_HEADERS)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const found = await bytesOf(key)
    if (!found) return notFound(reply)
    return reply.type(TYPES[name.extension]).header('content-length', found.bytes).send(found.body)
  })
  /** Default Open Graph picture: the first banner of the home page. */
  app.get('/pictures/og.jpg', async (_request, reply) => {
    const [first] = await content.banners('home_hero', DEFAULT_LANGUAGE)
    const share = shareAddressOf(first?.image?.url ?? '')
    if (!share) return notFound(reply)
    return reply.header('cache-control', 'public, max-age=3600').redirect(share, 302)
  })
  app.get('/pictures/*', (_request, reply) => notFound(reply))
}

/** The same 404 for hidden, unpublished, misspelt and unknown pictures, so that probing reveals nothing. */
const notFound = (reply: FastifyReply) =>
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

/** Crops in work or queued; further requests get a `BusyError`. */
const MAX_QUEUED = 16

/** The queue of crops is full; retry later. */
class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Makes the Open Graph crop at its first request, one crop at a time; concurrent requests of one crop share the work. */
function sharePictures(storage: Storage) {
  const oneAtATime = concurrencyLimit(1)
  const inFlight = new Map<string, Promise<void>>()

  async function createCrop(source: string, key: string) {
    const { makeShareCrop } = await import('../../files/pictures/image-processing.ts')
    const crop = await oneAtATime(async () => makeShareCrop(await storage.read(source)))
    await storage.put(key, crop)
  }

  /** Resolves when the storage has the crop under `shareKeyOf(variants)`. */
  return async (variants: PictureVariants): Promise<void> => {
    const key = shareKeyOf(variants)
    const found = await storage.get(key)
    if (found) return void found.body.destroy()
    if (!inFlight.has(key) && inFlight.size >= MAX_QUEUED) {
      throw new BusyError('Many pictures are being made')
    }
    const made = inFlight.get(key) ?? createCrop(variants.full_jpeg.key, key)
    inFlight.set(key, made)
    await made.finally(() => inFlight.delete(key))
  }
}

/** Part of the storage key; raise it with the encoder settings, so that the pictures get new addresses. */
const ENCODING_VERSION = 'avif-1'
const PASS_SIZE = 240
/** Pictures per commit: each commit clears the public cache. */
const BATCH_SIZE = 12
const PAUSE_MS = 50
const SIZES = ['thumb', 'card', 'full'] as const

type Encoded = { id: string; variants: Partial<PictureVariants> }
type Context = Pick<AppContext, 'db' | 'storage' | 'clock' | 'log'>

/**
 * Encodes AVIF variants of all public pictures without them, and returns how many pictures were done. Stops at an
 * abort of `signal`; the next run continues.
 */
export async function encodeMissingAvif(context: Context, signal?: AbortSignal): Promise<number> {
  const repository = publicPicturesRepository(context.db)
  const worker = avifWorker()
  const stop = () => worker.close()
  signal?.addEventListener('abort', stop)
  let count = 0
  try {
    for (;;) {
      const missing = shuffled(await repository.withoutAvif(PASS_SIZE, context.clock()))
      for (
        let next = missing.splice(0, BATCH_SIZE);
        next.length > 0;
        next = missing.splice(0, BATCH_SIZE)
      ) {
        const made: Encoded[] = []
        for (const row of next) {
          if (signal?.aborted) return count
          made.push(await encode(context, worker, row))
          await delay(PAUSE_MS)
        }
        if (signal?.aborted) return count
        await repository.addVariants(made)
        count += made.length
      }
      if (missing.length === 0 && (await repository.withoutAvif(1, context.clock())).length === 0) {
        return count
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    worker.close()
  }
}

async function encode(
  { storage, log }: Context,
  worker: AvifWorker,
  row: PublicPictureRow,
): Promise<Encoded> {
  try {
    const variants = PictureVariants.parse(row.variants)
    const widths = new Map(SIZES.toReversed().map((size) => [variants[size].width, size]))
    const source = await storage.read(variants.full_jpeg.key)
    const answer = await worker.ask({ source, widths: [...widths.keys()] })
    if ('failure' in answer) throw new Error(answer.failure)
    const avif: PictureVariants['avif'] = {}
    for (const [index, [width, size]] of [...widths].entries()) {
      const bytes = answer.pictures[index] ?? new Uint8Array()
      const key = derivedStorageKey(variants[size].key, ENCODING_VERSION, 'avif')
      await storage.put(key, Buffer.from(bytes))
      avif[size] = { key, width, bytes: bytes.length }
    }
    return { id: row.id, variants: { avif, placeholder: answer.placeholder } }
  } catch (error) {
    // Marks the picture as done without AVIF: it would be retried forever.
    log.warn('picture.avif', { file_id: row.id, error })
    return { id: row.id, variants: { avif: {} } }
  }
}

// Random order, so that concurrent processes rarely encode the same picture.
const shuffled = <T>(rows: readonly T[]): T[] =>
  rows
    .map((row) => ({ row, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ row }) => row)

const EVERY_SECONDS = 60
/** Keeps the CPU free for requests right after a start. */
const START_DELAY_SECONDS = 45
const PAUSE_BETWEEN_RUNS_MS = 10 * 60_000

/** Registers the background job that encodes missing AVIF variants; it is aborted when the server closes. */
export function avifJob(app: FastifyInstance, context: AppContext) {
  if (!context.config.preparesAvif) return
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const now = () => context.clock().getTime()
  let nextRunAt = now() + START_DELAY_SECONDS * 1_000

  async function prepare() {
    try {
      await encodeMissingAvif(context, stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) context.log.warn('pictures.avif', { error })
    } finally {
      nextRunAt = now() + PAUSE_BETWEEN_RUNS_MS
      running = undefined
    }
  }

  // Starts the run without awaiting it: other jobs must not wait for pictures.
  context.jobs.every('pictures.avif', EVERY_SECONDS, async () => {
    if (now() >= nextRunAt) running ??= prepare()
  })
  app.addHook('onClose', async () => {
    stopping.abort()
    await running
  })
}
