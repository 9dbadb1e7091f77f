import { createHash } from 'node:crypto'
import { Transform, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { MANIFEST_FILE, type GateProblem } from '@awards/shared/releases'
import { isStorageKey } from '../../../../api/src/files/storage/storage.ts'
import { inParallel } from '../../../../api/src/lib/concurrency.ts'
import type { AppContext } from '../../../../api/src/start/app-context.ts'
import { releaseKey } from '../registry.types.ts'

const MB = 1024 * 1024

/** Limits of an archive. Releases of this site have about 30 files and 250 KB. */
export const ARCHIVE_LIMITS = {
  packedBytes: 20 * MB,
  unpackedBytes: 60 * MB,
  files: 2_000,
  /** Maximum of problems reported per gate. */
  problemsNamed: 20,
} as const

export const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`

/** Name and version of a release. */
export type ReleaseId = { readonly name: string; readonly version: string }

/** Contents of a release by path. */
export type ReleaseFiles = ReadonlyMap<string, Buffer>

/** Files of an upload. `isComplete` is false if reading stopped early; then the gates do not run. */
export type ReceivedFiles = {
  readonly files: ReleaseFiles
  readonly problems: readonly GateProblem[]
  readonly isComplete: boolean
}

/** Reason why a path is not allowed in a release, or undefined. */
function unsafePath(path: string): string | undefined {
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'is absolute'
  if (path.includes('\\')) return 'has a backslash'
  const parts = path.split('/')
  if (parts.includes('..')) return 'climbs out of its folder'
  if (parts.some((part) => part.startsWith('.'))) return 'is hidden'
  if (!isStorageKey(`mfe/mf-xx/0.0.0/${path}`)) {
    return 'has a name that is too long, too deep, or of other characters than A-Z a-z 0-9 _ . @ -'
  }
  return undefined
}

const pathProblem = (path: string, what: string): GateProblem => ({
  gate: 'path_unsafe',
  subject: path.slice(0, 200),
  message: `${JSON.stringify(path.slice(0, 200))} ${what}. Leave it out of the archive or rename it.`,
})

const tooLarge = (provided: string, wanted: string): GateProblem => ({
  gate: 'archive_too_large',
  wanted,
  provided,
  message: `The archive holds ${provided}; a release may have ${wanted}. Leave out what the pages do not load.`,
})

/** Collects files and problems of an upload; `overflow` returns a problem if a limit is exceeded. */
export function fileCollector() {
  const files = new Map<string, Buffer>()
  const problems: GateProblem[] = []
  const seen = new Set<string>()
  let count = 0
  let bytes = 0
  return {
    files,
    problems,
    refuse(path: string, what: string) {
      count += 1
      problems.push(pathProblem(path, what))
    },
    /** Checks path and size of a file before its bytes are read; false if it is refused. */
    accepts(path: string, size: number): boolean {
      count += 1
      bytes += size
      const reason = unsafePath(path)
      // Case-insensitive: on some file systems the two paths would be one file.
      const twin = seen.has(path.toLowerCase())
      seen.add(path.toLowerCase())
      if (reason) problems.push(pathProblem(path, reason))
      else if (twin) problems.push(pathProblem(path, 'is in the archive twice'))
      return !reason && !twin
    },
    overflow(): GateProblem | undefined {
      if (count > ARCHIVE_LIMITS.files) {
        return tooLarge(`more than ${ARCHIVE_LIMITS.files} files`, `${ARCHIVE_LIMITS.files} files`)
      }
      const most = ARCHIVE_LIMITS.unpackedBytes
      return bytes > most
        ? tooLarge(`more than ${megabytes(most)}`, `${megabytes(most)} unpacked`)
        : undefined
    },
  }
}

/** Strips a single top folder, which `npm pack` and a tar of a folder create. */
function stripTopFolder(files: ReleaseFiles): ReleaseFiles {
  const [first = ''] = files.keys()
  const wrapper = first.slice(0, first.indexOf('/') + 1)
  const isWrapped =
    wrapper !== '' &&
    files.has(wrapper + MANIFEST_FILE) &&
    [...files.keys()].every((path) => path.startsWith(wrapper))
  if (!isWrapped) return files
  return new Map([...files].map(([path, bytes]) => [path.slice(wrapper.length), bytes]))
}

/** Digest over paths and contents, independent of order and archive format. */
export function digestOfFiles(files: ReleaseFiles): string {
  const lines = [...files].map(([path, bytes]) => `${path}\0${hexOf(bytes)}\n`)
  return `sha256:${hexOf(lines.sort().join(''))}`
}

const hexOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** Subresource Integrity value (`sha384-<base64>`) of some bytes. */
export const integrityOf = (bytes: Buffer, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`

/** Each file is synced to the disk, and waits for it. */
const CONCURRENCY = 8

/** Files of releases in the storage. Callers hold the lock of the remote. */
export function registryFiles({ registryStorage: storage }: Pick<AppContext, 'registryStorage'>) {
  async function remove({ name, version }: ReleaseId, paths: Iterable<string>) {
    await inParallel(paths, CONCURRENCY, (path) => storage.remove(releaseKey(name, version, path)))
  }

  return {
    remove,

    /** Writes all files; removes them again if one fails. */
    async write(id: ReleaseId, files: ReleaseFiles) {
      try {
        await inParallel(files, CONCURRENCY, async ([path, bytes]) => {
          await storage.put(releaseKey(id.name, id.version, path), bytes)
        })
      } catch (error) {
        await remove(id, files.keys())
        throw error
      }
    },

    /** Writes the files that the storage has lost. */
    async restore({ name, version }: ReleaseId, files: ReleaseFiles) {
      await inParallel(files, CONCURRENCY, async ([path, bytes]) => {
        const key = releaseKey(name, version, path)
        const found = await storage.get(key)
        found?.body.destroy()
        if (found?.bytes !== bytes.length) await storage.put(key, bytes)
      })
    },
  }
}

/** Headers and padding of the tar itself. */
const TAR_OVERHEAD = 4 * MB

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
