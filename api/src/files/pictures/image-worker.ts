import { join } from 'node:path'
import { BusinessError } from '../../http/business-error.ts'
import { concurrencyLimit } from '../../lib/concurrency.ts'
import {
  unreadable,
  PictureError,
  type FirstPicture,
  type IngestOptions,
  type LaterSizes,
  type PictureSource,
} from './image-processing.ts'
import { workerProcess, type WorkerFailure } from '../../lib/worker-process.ts'

const PROGRAM = join(import.meta.dirname, 'picture-process.ts')

export type PictureTask =
  | { kind: 'first'; source: PictureSource; options: IngestOptions }
  | { kind: 'later'; source: Uint8Array }
export type PictureAnswer =
  | { done: FirstPicture | LaterSizes }
  | { refusal: string }
  | WorkerFailure

/** The proxy ends a request after a minute. */
const LIMIT_MS = 50_000

/** Decodes and encodes pictures in a child process; what a visitor waits for goes before later sizes. */
export function imageWorker() {
  const worker = workerProcess<PictureTask, PictureAnswer>(PROGRAM, LIMIT_MS)
  const turn = concurrencyLimit(1)
  let isClosed = false

  async function ask(task: PictureTask): Promise<PictureAnswer> {
    const answer = await worker.ask(task)
    if (isClosed || !hasDied(answer)) return answer
    // Retries once: the process may have been killed by something other than this picture.
    return worker.ask(task)
  }

  return {
    /** Throws a `PictureError` where the bytes are no picture that the site takes. */
    async first(source: PictureSource, options: IngestOptions = {}): Promise<FirstPicture> {
      const answer = await turn(() => ask({ kind: 'first', source, options }))
      if ('done' in answer) return answer.done as FirstPicture
      if ('refusal' in answer) throw new PictureError(answer.refusal)
      if (answer.isLate) throw busy()
      if (answer.hasEnded && !isClosed) throw unreadable()
      throw new Error(answer.failure)
    },

    async later(source: Uint8Array): Promise<LaterSizes> {
      const answer = await turn(() => ask({ kind: 'later', source }), { yields: true })
      if ('done' in answer) return answer.done as LaterSizes
      throw new Error('refusal' in answer ? answer.refusal : answer.failure)
    },

    close() {
      isClosed = true
      worker.close()
    },
  }
}

export type ImageWorker = ReturnType<typeof imageWorker>

const hasDied = (answer: PictureAnswer) =>
  'failure' in answer && answer.hasEnded === true && !answer.isLate

const busy = () =>
  new BusinessError(503, 'The site has many pictures to look at. Please try again in a minute.')
