import type { UploadedFile } from '@awards/shared/contract'
import { sentenceOf, troubleOf } from './upload-errors.ts'
import type { Upload, UploadPorts } from './upload-queue.types.ts'
import type { Address } from './upload-shelf.ts'

const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000]
/** Attempts in a row without one byte of progress; then a person is asked. */
const MOST_TRIES = 12
const MOST_ADDRESSES = 3

export type Job = {
  key: string
  file: File
  at: number
  address?: Address | undefined
  isShrunk: boolean
}
type Outcome =
  | { arrived: UploadedFile }
  | { state: 'held' | 'refused' | 'failed'; message?: string }
type Run = {
  ports: UploadPorts
  signal: AbortSignal
  show: (part: Partial<Upload>) => void
}

/** Brings one file to the server, through every interruption that passes by itself. */
export async function bring(job: Job, { ports, signal, show }: Run): Promise<Outcome> {
  let tries = 0
  let addresses = 0
  for (;;) {
    try {
      await ports.online(tries === 0 ? 0 : pauseAfter(tries), signal)
      if (!job.address) {
        addresses += 1
        job.address = await ports.sign(job.file, signal)
        await keep(job, ports, show)
      }
      show({ state: 'sending' })
      let best = -1
      await ports.send(job.file, job.address.url, {
        signal,
        onProgress: (sent) => {
          if (best >= 0 && sent > best) tries = 0
          best = Math.max(best, sent)
          show({ sent })
        },
      })
      show({ state: 'checking', sent: job.file.size })
      return { arrived: await ports.finish(job.address.fileId, signal) }
    } catch (error) {
      signal.throwIfAborted()
      const trouble = troubleOf(error)
      tries += 1
      if (trouble === 'signed-out') {
        ports.signedOut(error)
        return { state: 'held' }
      }
      if (trouble === 'refused') return { state: 'refused', message: sentenceOf(error) }
      if (trouble === 'failed' || tries > MOST_TRIES || addresses > MOST_ADDRESSES) {
        return { state: 'failed', message: sentenceOf(error) }
      }
      if (trouble === 'gone') job.address = undefined
      show({ state: 'paused' })
    }
  }
}

/** Notes where a file goes on this device, so that another visit can go on with it. */
export async function keep(
  { key, file, at, address, isShrunk }: Job,
  { shelf }: UploadPorts,
  show: Run['show'],
) {
  show({ isKept: await shelf.put(key, { file, at, address, isShrunk }) })
}

const pauseAfter = (tries: number) => PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? 0
