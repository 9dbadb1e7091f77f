import { Transform, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { GateProblem } from '@awards/shared/platform'
import {
  fileCollector,
  tooLarge,
  withoutWrapper,
  type Received,
  ARCHIVE_LIMITS,
  megabytes,
} from './release-files.ts'

/** Headers and padding of the tar itself. */
const TAR_OVERHEAD = 4 * 1024 * 1024

/** A sender that is slower is disconnected. */
const READ_AWAY_MS = 10_000

/** Reading was given up. */
class Stop extends Error {
  readonly problem: GateProblem

  constructor(problem: GateProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/**
 * Reads a tar.gz into memory. It stops at the first byte beyond a limit, so that a small archive that
 * unpacks to gigabytes costs no more than a large one.
 */
export async function readArchive(source: Readable): Promise<Received> {
  const collector = fileCollector()
  try {
    await readEntries(source, collector)
    return { files: withoutWrapper(collector.files), problems: collector.problems, isWhole: true }
  } catch (error) {
    const problem = error instanceof Stop ? error.problem : unreadable(error)
    return { files: new Map(), problems: [...collector.problems, problem], isWhole: false }
  }
}

/**
 * Reads away what is left of a body that was given up. Otherwise its bytes stay in the connection, and the next
 * request on it, behind a proxy that of another visitor, is never heard. False where it does not end within
 * the size of an archive: then the connection has to be closed.
 */
export async function readAway(source: Readable): Promise<boolean> {
  const giveUp = new AbortController()
  const signal = AbortSignal.any([giveUp.signal, AbortSignal.timeout(READ_AWAY_MS)])
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= ARCHIVE_LIMITS.packedBytes) return
    source.pause()
    giveUp.abort()
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
  // Not a part of the pipeline: it would destroy the request, which could not be answered any more.
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
        if (isFolder && path.split('/').includes('..')) collector.admits(path, 0)
        entry.resume()
        continue
      }
      const isFile = type === 'file'
      if (!isFile) collector.refuse(path, `is a ${type ?? 'thing'}, no file`)
      const isTaken = isFile && collector.admits(path, size)
      const overflow = collector.overflow()
      if (overflow) throw new Stop(overflow)
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
        done(new Stop(tooLarge(`more than ${megabytes(most)} ${how}`, `${megabytes(most)} ${how}`)))
    },
  })
}

const unreadable = (error: unknown): GateProblem => ({
  gate: 'archive_unreadable',
  message:
    `The archive cannot be read (${error instanceof Error ? error.message : String(error)}). ` +
    'Send the build folder as a tar.gz, whole, with content-type: application/gzip.',
})
