import { join } from 'node:path'
import { BusinessError } from '../../http/business-error.ts'
import {
  concurrencyLimit,
  workerProcess,
  type WorkerFailure,
  type WorkerProcess,
} from '../../lib/concurrency.ts'
import type {
  InitialPicture,
  IngestOptions,
  DeferredSizes,
  PictureSource,
} from './image-processing.ts'
import { PictureError, unreadableError } from './picture.ts'

const IMAGE_PROGRAM = join(import.meta.dirname, 'picture-process.ts')

export type PictureTask =
  | { kind: 'initial'; source: PictureSource; options: IngestOptions }
  | { kind: 'deferred'; source: Uint8Array; effort: number }
export type PictureAnswer =
  | { done: InitialPicture | DeferredSizes }
  | { refusal: string }
  | WorkerFailure

/** Below the minute after which the proxy ends a request. */
const IMAGE_TIMEOUT_MS = 50_000

/** Decodes and encodes pictures in a child process, one at a time; uploads go before deferred sizes. */
export function imageWorker() {
  const worker = workerProcess<PictureTask, PictureAnswer>(IMAGE_PROGRAM, IMAGE_TIMEOUT_MS)
  const oneAtATime = concurrencyLimit(1)
  let isClosed = false

  async function ask(task: PictureTask): Promise<PictureAnswer> {
    const answer = await worker.ask(task)
    if (isClosed || !hasExited(answer)) return answer
    // Retries once: the process may have been killed by something other than this picture.
    return worker.ask(task)
  }

  return {
    /** Throws a `PictureError` if the bytes are not an accepted picture, and a 503 after the timeout. */
    async makeInitial(source: PictureSource, options: IngestOptions = {}): Promise<InitialPicture> {
      const answer = await oneAtATime(() => ask({ kind: 'initial', source, options }))
      if ('done' in answer) return answer.done as InitialPicture
      if ('refusal' in answer) throw new PictureError(answer.refusal)
      if (answer.isLate) throw busyError()
      if (answer.hasEnded && !isClosed) throw unreadableError()
      throw new Error(answer.failure)
    },

    /** `effort` is that of sharp for WebP, 0 to 6. */
    async makeDeferred(source: Uint8Array, effort: number): Promise<DeferredSizes> {
      const answer = await oneAtATime(() => ask({ kind: 'deferred', source, effort }), {
        yields: true,
      })
      if ('done' in answer) return answer.done as DeferredSizes
      throw new Error('refusal' in answer ? answer.refusal : answer.failure)
    },

    close() {
      isClosed = true
      worker.close()
    },
  }
}

export type ImageWorker = ReturnType<typeof imageWorker>

const hasExited = (answer: PictureAnswer) =>
  'failure' in answer && answer.hasEnded === true && !answer.isLate

const busyError = () =>
  new BusinessError(503, 'The site has many pictures to look at. Please try again in a minute.')

const AVIF_PROGRAM = join(import.meta.dirname, 'avif-encoder.ts')

/** Bytes of a JPEG or WebP, and the widths in pixels to encode it in. */
export type AvifTask = { readonly source: Uint8Array; readonly widths: readonly number[] }
export type AvifAnswer =
  | { readonly pictures: readonly Uint8Array[]; readonly placeholder: string }
  | { readonly failure: string }

/** Long, since a busy machine gives a process of the lowest priority almost no CPU time. */
const AVIF_TIMEOUT_MS = 10 * 60_000

export type AvifWorker = WorkerProcess<AvifTask, AvifAnswer>

/** Encodes AVIF in a child process of the lowest priority, one picture at a time. */
export const avifWorker = (): AvifWorker => workerProcess(AVIF_PROGRAM, AVIF_TIMEOUT_MS)
