import { Transform, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { GateProblem } from '@awards/shared/releases'
import {
  fileCollector,
  tooLarge,
  stripTopFolder,
  type ReceivedFiles,
  ARCHIVE_LIMITS,
  megabytes,
} from './release-files.ts'

/** Headers and padding of the tar itself. */
const TAR_OVERHEAD = 4 * 1024 * 1024

/** Time limit for draining a body; slower senders are disconnected. */
const DRAIN_MS = 10_000

/** Stops reading with the problem to report. */
class StopReading extends Error {
  readonly problem: GateProblem

  constructor(problem: GateProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/**
 * Reads a tar.gz into memory and stops at the first byte beyond a limit (zip bombs). Does not throw: problems are in the
 * result, and `isComplete` is false if reading stopped.
 */
export async function readArchive(source: Readable): Promise<ReceivedFiles> {
  const collector = fileCollector()
  try {
    await readEntries(source, collector)
    return {
      files: stripTopFolder(collector.files),
      problems: collector.problems,
      isComplete: true,
    }
  } catch (error) {
    const problem = error instanceof StopReading ? error.problem : unreadable(error)
    return { files: new Map(), problems: [...collector.problems, problem], isComplete: false }
  }
}

/**
 * Drains the rest of a body. Unread bytes would block the keep-alive connection, which a proxy may use for another
 * visitor's request next. Returns false if the body exceeds the size of an archive or the time limit: then the caller
 * has to close the connection.
 */
export async function drain(source: Readable): Promise<boolean> {
  const tooMuch = new AbortController()
  const signal = AbortSignal.any([tooMuch.signal, AbortSignal.timeout(DRAIN_MS)])
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= ARCHIVE_LIMITS.packedBytes) return
    source.pause()
    tooMuch.abort()
  }
  source.on('data', count).resume()
  try {
    await finished(source, { writable: false, signal })
    return true
  } catch {
    source.off('data', count).pause()
    return false
  }
}

async function readEntries(source: Readable, collector: ReturnType<typeof fileCollector>) {
  const entries = extract()
  let stopped: unknown
  const packed = limit(ARCHIVE_LIMITS.packedBytes, 'packed')
  // `pipe` instead of `pipeline`, which would destroy the request before it can be answered.
  source.pipe(packed)
  finished(source, { writable: false }).catch((error: Error) => packed.destroy(error))
  const feeding = pipeline(
    packed,
    createGunzip(),
    limit(ARCHIVE_LIMITS.unpackedBytes + TAR_OVERHEAD, 'unpacked'),
    entries,
  ).catch((error: unknown) => {
    stopped ??= error
  })
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header
      const path = name.replace(/^(\.\/)+/, '')
      const isFolder = type === 'directory'
      if (isFolder || path === '' || path === '.') {
        if (isFolder && path.split('/').includes('..')) collector.accepts(path, 0)
        entry.resume()
        continue
      }
      const isFile = type === 'file'
      if (!isFile) collector.refuse(path, `is a ${type ?? 'thing'}, no file`)
      const isTaken = isFile && collector.accepts(path, size)
      const overflow = collector.overflow()
      if (overflow) throw new StopReading(overflow)
      if (isTaken)
        collector.files.set(path, await bytesOf(entry as unknown as AsyncIterable<Buffer>))
      else entry.resume()
    }
  } catch (error) {
    stopped ??= error
  }
  await feeding
  source.unpipe(packed)
  if (stopped) throw stopped
}

async function bytesOf(entry: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function limit(most: number, how: string) {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= most) done(null, chunk)
      else
        done(
          new StopReading(
            tooLarge(`more than ${megabytes(most)} ${how}`, `${megabytes(most)} ${how}`),
          ),
        )
    },
  })
}

const unreadable = (error: unknown): GateProblem => ({
  gate: 'archive_unreadable',
  message:
    `The archive cannot be read (${error instanceof Error ? error.message : String(error)}). ` +
    'Send the build folder as a tar.gz, whole, with content-type: application/gzip.',
})
