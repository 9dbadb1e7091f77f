import { BusinessError } from '../app/business-error.ts'
import { gate } from './gate.ts'
import {
  unreadable,
  PictureError,
  type FirstPicture,
  type IngestOptions,
  type LaterSizes,
  type PictureSource,
} from './image-processing.ts'
import { workshop, type Failure } from './workshop.ts'

export type PictureTask =
  | { kind: 'first'; source: PictureSource; options: IngestOptions }
  | { kind: 'later'; source: Uint8Array }
export type PictureAnswer = { done: FirstPicture | LaterSizes } | { refusal: string } | Failure

/** The proxy waits no longer for an answer. */
const LIMIT_MS = 50_000

/** Decodes and encodes in a process of its own, what somebody waits for first. */
export function pictureWorkshop() {
  const shop = workshop<PictureTask, PictureAnswer>('picture-process.ts', LIMIT_MS)
  const turn = gate(1)
  let isClosed = false

  async function ask(task: PictureTask): Promise<PictureAnswer> {
    const answer = await shop.ask(task)
    if (isClosed || !hasDied(answer)) return answer
    // Whatever else may have ended the process, it does not do so twice.
    return shop.ask(task)
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
      shop.close()
    },
  }
}

export type PictureWorkshop = ReturnType<typeof pictureWorkshop>

const hasDied = (answer: PictureAnswer) =>
  'failure' in answer && answer.hasEnded === true && !answer.isLate

const busy = () =>
  new BusinessError(503, 'The site has many pictures to look at. Please try again in a minute.')
