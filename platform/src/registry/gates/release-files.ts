import { createHash } from 'node:crypto'
import { MANIFEST_FILE, type GateProblem } from '@awards/shared/platform'
import { isStorageKey } from '../../../../api/src/files/storage/storage.ts'
import type { AppContext } from '../../../../api/src/start/app-context.ts'
import { releaseKey } from '../registry.types.ts'

const MB = 1024 * 1024

/** What an archive may hold. A release of this site has some 30 files and 250 KB. */
export const ARCHIVE_LIMITS = {
  packedBytes: 20 * 1024 * 1024,
  unpackedBytes: 60 * 1024 * 1024,
  files: 2_000,
  /** Of one gate so many problems are named; nobody reads more. */
  problemsNamed: 20,
} as const

export const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`

/** A release by its address. */
export type ReleaseId = { readonly name: string; readonly version: string }

/** Bytes of a release by path. */
export type ReleaseFiles = ReadonlyMap<string, Buffer>

/** Files that were received. `isWhole`: nothing was given up, so that the gates can judge them. */
export type Received = {
  readonly files: ReleaseFiles
  readonly problems: readonly GateProblem[]
  readonly isWhole: boolean
}

/** Why a path cannot be part of a release, or undefined. */
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

/** Collects files within the limits; `isFull` says that there is no use in reading on. */
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
    /** Announces a file, before its bytes are read; false where it cannot be taken. */
    admits(path: string, size: number): boolean {
      count += 1
      bytes += size
      const reason = unsafePath(path)
      // Some file systems know no case: there two such files would be one.
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

/** `npm pack`, and a plain tar of a folder, put everything below one folder; it is left away. */
export function withoutWrapper(files: ReleaseFiles): ReleaseFiles {
  const [first = ''] = files.keys()
  const wrapper = first.slice(0, first.indexOf('/') + 1)
  const isWrapped =
    wrapper !== '' &&
    files.has(wrapper + MANIFEST_FILE) &&
    [...files.keys()].every((path) => path.startsWith(wrapper))
  if (!isWrapped) return files
  return new Map([...files].map(([path, bytes]) => [path.slice(wrapper.length), bytes]))
}

/** The same files give the same digest, in whatever order and archive they came. */
export function digestOfFiles(files: ReleaseFiles): string {
  const lines = [...files].map(([path, bytes]) => `${path}\0${hexOf(bytes)}\n`)
  return `sha256:${hexOf(lines.sort().join(''))}`
}

const hexOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** Integrity as a browser checks it; `algorithm` as the value to compare with names it. */
export const integrityOf = (bytes: Buffer, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`

const AT_ONCE = 8

/** The files of releases in the storage. They are written and removed while the remote is locked. */
export function registryFiles({ registryStorage: storage }: Pick<AppContext, 'registryStorage'>) {
  async function remove({ name, version }: ReleaseId, paths: Iterable<string>) {
    await some(paths, (path) => storage.remove(releaseKey(name, version, path)))
  }

  return {
    remove,

    async write(id: ReleaseId, files: ReleaseFiles) {
      try {
        await some(files, async ([path, bytes]) => {
          await storage.put(releaseKey(id.name, id.version, path), bytes)
        })
      } catch (error) {
        await remove(id, files.keys())
        throw error
      }
    },

    /** Publishing the same bytes again puts back what the storage has lost. */
    async restore({ name, version }: ReleaseId, files: ReleaseFiles) {
      await some(files, async ([path, bytes]) => {
        const key = releaseKey(name, version, path)
        const found = await storage.get(key)
        found?.body.destroy()
        if (found?.bytes !== bytes.length) await storage.put(key, bytes)
      })
    },
  }
}

/** A few at a time: each file is forced to the disk. All have ended when it returns or throws. */
async function some<T>(items: Iterable<T>, work: (item: T) => Promise<void>) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
