import { join } from 'node:path'
import { workerProcess, type WorkerProcess } from '../../lib/worker-process.ts'

/** A picture, and the widths in which it is wanted. */
export type AvifTask = { readonly source: Uint8Array; readonly widths: readonly number[] }
export type AvifAnswer =
  | { readonly pictures: readonly Uint8Array[]; readonly placeholder: string }
  | { readonly failure: string }

/** A busy machine gives this process next to nothing. */
const LIMIT_MS = 10 * 60_000

const PROGRAM = join(import.meta.dirname, 'avif-encoder.ts')

export type AvifWorker = WorkerProcess<AvifTask, AvifAnswer>

/** Encodes pictures one by one in a process of the lowest priority. */
export const avifWorker = (): AvifWorker => workerProcess(PROGRAM, LIMIT_MS)
