import { createHash } from 'node:crypto'
import { MANIFEST_FILE, type GateProblem } from '@awards/shared/releases'
import { isStorageKey } from '../../../../api/src/files/storage/storage.ts'
import type { AppContext } from '../../../../api/src/start/app-context.ts'
import { releaseKey } from '../registry.types.ts'

const MB = 1024 * 1024

/** Limits of an archive. Releases of this site have about 30 files and 250 KB. */
export const ARCHIVE_LIMITS = {
  packedBytes: 20 * 1024 * 1024,
  unpackedBytes: 60 * 1024 * 1024,
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

export const tooLarge = (provided: string, wanted: string): GateProblem => ({
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
export function stripTopFolder(files: ReleaseFiles): ReleaseFiles {
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

const CONCURRENCY = 8

/** Files of releases in the storage. Callers hold the lock of the remote. */
export function registryFiles({ registryStorage: storage }: Pick<AppContext, 'registryStorage'>) {
  async function remove({ name, version }: ReleaseId, paths: Iterable<string>) {
    await inParallelSettled(paths, (path) => storage.remove(releaseKey(name, version, path)))
  }

  return {
    remove,

    /** Writes all files; removes them again if one fails. */
    async write(id: ReleaseId, files: ReleaseFiles) {
      try {
        await inParallelSettled(files, async ([path, bytes]) => {
          await storage.put(releaseKey(id.name, id.version, path), bytes)
        })
      } catch (error) {
        await remove(id, files.keys())
        throw error
      }
    },

    /** Writes the files that the storage has lost. */
    async restore({ name, version }: ReleaseId, files: ReleaseFiles) {
      await inParallelSettled(files, async ([path, bytes]) => {
        const key = releaseKey(name, version, path)
        const found = await storage.get(key)
        found?.body.destroy()
        if (found?.bytes !== bytes.length) await storage.put(key, bytes)
      })
    },
  }
}

/**
 * Runs `work` with bounded concurrency, since each file is fsynced. Unlike `inParallel` it waits for all items before it
 * throws, so that no write is under way when the caller removes the files.
 */
async function inParallelSettled<T>(items: Iterable<T>, work: (item: T) => Promise<void>) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
