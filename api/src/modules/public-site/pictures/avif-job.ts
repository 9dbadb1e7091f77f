import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { avifWorker, type AvifWorker } from '../../../files/pictures/avif-worker.ts'
import { PictureVariants } from '../../../files/pictures/picture.ts'
import { derivedStorageKey } from '../../../files/storage/storage.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { publicPicturesRepository, type PublicPictureRow } from './public-pictures.repository.ts'

/** Another recipe is another kind, so that its bytes get another address. */
const KIND = 'avif-1'
const A_PASS = 240
/** Each commit empties what is remembered of the site, so it holds several pictures. */
const A_COMMIT = 12
const PAUSE_MS = 50
const SIZES = ['thumb', 'card', 'full'] as const

type Made = { id: string; variants: Partial<PictureVariants> }
type Context = Pick<AppContext, 'db' | 'storage' | 'clock' | 'log'>

/** Makes the AVIF of all public pictures that have none; stops where `signal` says so. */
export async function prepareAvif(context: Context, signal?: AbortSignal): Promise<number> {
  const repository = publicPicturesRepository(context.db)
  const workshop = avifWorker()
  const stop = () => workshop.close()
  signal?.addEventListener('abort', stop)
  let count = 0
  try {
    for (;;) {
      const missing = shuffled(await repository.withoutAvif(A_PASS, context.clock()))
      for (
        let next = missing.splice(0, A_COMMIT);
        next.length > 0;
        next = missing.splice(0, A_COMMIT)
      ) {
        const made: Made[] = []
        for (const row of next) {
          if (signal?.aborted) return count
          made.push(await make(context, workshop, row))
          await delay(PAUSE_MS)
        }
        if (signal?.aborted) return count
        await repository.add(made)
        count += made.length
      }
      if (missing.length === 0 && (await repository.withoutAvif(1, context.clock())).length === 0) {
        return count
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    workshop.close()
  }
}

async function make(
  { storage, log }: Context,
  workshop: AvifWorker,
  row: PublicPictureRow,
): Promise<Made> {
  try {
    const variants = PictureVariants.parse(row.variants)
    const widths = new Map(SIZES.toReversed().map((size) => [variants[size].width, size]))
    const source = await storage.read(variants.full_jpeg.key)
    const answer = await workshop.ask({ source, widths: [...widths.keys()] })
    if ('failure' in answer) throw new Error(answer.failure)
    const avif: PictureVariants['avif'] = {}
    for (const [index, [width, size]] of [...widths].entries()) {
      const bytes = answer.pictures[index] ?? new Uint8Array()
      const key = derivedStorageKey(variants[size].key, KIND, 'avif')
      await storage.put(key, Buffer.from(bytes))
      avif[size] = { key, width, bytes: bytes.length }
    }
    return { id: row.id, variants: { avif, placeholder: answer.placeholder } }
  } catch (error) {
    // The picture stays as it is; without this it would be tried again for ever.
    log.warn('picture.avif', { file_id: row.id, error })
    return { id: row.id, variants: { avif: {} } }
  }
}

// Where several processes do this at once, they seldom take the same picture.
const shuffled = <T>(rows: readonly T[]): T[] =>
  rows
    .map((row) => ({ row, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row)

const EVERY_SECONDS = 60
/** A server that has just started has other things to do. */
const NOT_BEFORE_SECONDS = 45
const REST_MS = 10 * 60_000

/** Looks for public pictures without AVIF now and then, and prepares them beside everything else. */
export function avifJob(app: FastifyInstance, context: AppContext) {
  if (!context.config.preparesAvif) return
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const now = () => context.clock().getTime()
  let restUntil = now() + NOT_BEFORE_SECONDS * 1_000

  async function prepare() {
    try {
      await prepareAvif(context, stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) context.log.warn('pictures.avif', { error })
    } finally {
      restUntil = now() + REST_MS
      running = undefined
    }
  }

  // The job only begins it: other jobs must not wait for pictures.
  context.jobs.every('pictures.avif', EVERY_SECONDS, async () => {
    if (now() >= restUntil) running ??= prepare()
  })
  app.addHook('onClose', async () => {
    stopping.abort()
    await running
  })
}
