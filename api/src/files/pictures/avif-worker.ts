import { join } from 'node:path'
import { workerProcess, type WorkerProcess } from '../../lib/worker-process.ts'

/** Bytes of a JPEG or WebP, and the widths in pixels to encode it in. */
export type AvifTask = { readonly source: Uint8Array; readonly widths: readonly number[] }
export type AvifAnswer =
  | { readonly pictures: readonly Uint8Array[]; readonly placeholder: string }
  | { readonly failure: string }

/** Long, since a busy machine gives a process of the lowest priority almost no CPU time. */
const TIMEOUT_MS = 10 * 60_000

const PROGRAM = join(import.meta.dirname, 'avif-encoder.ts')

export type AvifWorker = WorkerProcess<AvifTask, AvifAnswer>

/** Encodes AVIF in a child process of the lowest priority, one picture at a time. */
export const avifWorker = (): AvifWorker => workerProcess(PROGRAM, TIMEOUT_MS)
