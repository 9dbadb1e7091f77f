import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { avifWorker, type AvifWorker } from '../../../files/pictures/avif-worker.ts'
import { PictureVariants } from '../../../files/pictures/picture.ts'
import { derivedStorageKey } from '../../../files/storage/storage.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { publicPicturesRepository, type PublicPictureRow } from '../content.repository.ts'

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
