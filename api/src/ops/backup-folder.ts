import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, type ReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, readFile } from 'node:fs/promises'
import { join, dirname, basename, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import {
  writeWithChecksum,
  type Storage,
  type StoredObject,
  type WrittenFile,
} from '../files/storage/storage.ts'
import { inParallel } from '../lib/concurrency.ts'
import { errorCode, StartError } from '../lib/errors.ts'

export const MANIFEST = 'manifest.json'
export const FILE_LIST = 'files.tsv.gz'
export const TABLES = 'tables'
export const KEPT = 'kept'
/** Prefix of the folder of a backup that is being written. */
export const UNFINISHED = 'unfinished-'

export type ListedFile = { key: string; bytes: number; sha256: string }

/** Writes the file list of a backup as gzipped TSV: key, size, SHA-256. */
export async function writeFileList(folder: string, files: Iterable<ListedFile>): Promise<void> {
  await pipeline(
    Readable.from(lines(files)),
    createGzip(),
    createWriteStream(join(folder, FILE_LIST), { mode: 0o600 }),
  )
}

function* lines(files: Iterable<ListedFile>) {
  for (const { key, bytes, sha256 } of files) yield `${key}\t${bytes}\t${sha256}\n`
}

/** Reads the file list of a backup; empty if there is none. */
export async function* readFileList(folder: string): AsyncGenerator<ListedFile> {
  const path = join(folder, FILE_LIST)
  if (!existsSync(path)) return
  const text = createReadStream(path).pipe(createGunzip())
  for await (const line of createInterface({ input: text })) {
    const [key = '', bytes, sha256 = ''] = line.split('\t')
    yield { key, bytes: Number(bytes), sha256 }
  }
}

/** Content-addressed store of the files of all backups in a folder, deduplicated by SHA-256. */
export function fileVault(root: string) {
  const folder = join(root, 'files')
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2))

  return {
    /** Stores a stream under its digest, atomically (temporary file and rename). */
    async store(body: Readable): Promise<WrittenFile> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = join(folder, `fresh-${randomUUID()}`)
      try {
        const written = await writeWithChecksum(body, temporary)
        const target = pathOf(written.sha256)
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await rename(temporary, target)
        return written
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    /** Whether the file is present with its full size. */
    async has({ bytes, sha256 }: WrittenFile): Promise<boolean> {
      const found = await stat(pathOf(sha256)).catch(unlessMissing)
      return found?.size === bytes
    },

    read: (sha256: string): ReadStream => createReadStream(pathOf(sha256)),

    /** Whether the checksum of the file matches its name. */
    isIntact: async (sha256: string): Promise<boolean> =>
      (await digestOf(pathOf(sha256)).catch(unlessMissing)) === sha256,

    async removeExcept(wanted: ReadonlySet<string>): Promise<void> {
      const parts = await readdir(folder).catch(() => [])
      for (const part of parts) {
        if (part.startsWith('fresh-')) await rm(join(folder, part), { force: true })
        if (part.length !== 2) continue
        for (const rest of await readdir(join(folder, part))) {
          if (!wanted.has(`${part}${rest}`)) await rm(join(folder, part, rest))
        }
      }
    },
  }
}

/** The SHA-256 of a file. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

const CONCURRENCY = 4

/**
 * Copies all files of the storage into the vault. Files are immutable, so those of the previous backup are not read
 * again (incremental).
 */
export async function copyFiles(
  storage: Storage,
  { root, before }: { root: string; before: string | undefined },
): Promise<Map<string, ListedFile>> {
  const vault = fileVault(root)
  const previous = new Map<string, ListedFile>()
  if (before) for await (const file of readFileList(before)) previous.set(file.key, file)
  const listed = new Map<string, ListedFile>()

  async function copy({ key, bytes }: StoredObject) {
    const old = previous.get(key)
    if (old?.bytes === bytes && (await vault.has(old))) return void listed.set(key, old)
    const found = await storage.get(key)
    // Removed after the listing.
    if (!found) return
    listed.set(key, { key, ...(await vault.store(found.body)) })
  }

  await inParallel(storage.list(), CONCURRENCY, copy)
  return listed
}

const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const Bytes = z.number().int().nonnegative()
/** A relative path without `..` and hidden parts: stays in the data folder or backup. */
const Path = z.string().regex(/^(?!\.)[\w.-]+(\/(?!\.)[\w.-]+)*$/)

const Manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  site: z.string(),
  started_at: z.string(),
  finished_at: z.string(),
  /** Applied migrations; a restore applies the same. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: Name,
      columns: z.array(Name),
      rows: Bytes,
      bytes: Bytes,
      sha256: Digest,
    }),
  ),
  sequences: z.array(z.object({ name: Name, value: z.string().regex(/^\d+$/) })),
  /** The list of stored files; their bytes are in the shared vault, deduplicated. */
  files: z.object({ count: Bytes, bytes: Bytes, list_bytes: Bytes, list_sha256: Digest }),
  /** Files that rows reference and the storage lacked. */
  missing: z.array(z.string()),
  /** Other files of the data folder that cannot be regenerated. */
  kept: z.array(z.object({ path: Path, bytes: Bytes, sha256: Digest })),
})

export type Manifest = z.infer<typeof Manifest>
export type TableDump = Manifest['tables'][number]

/** Reads the manifest of a backup; throws a StartError if it is missing (unfinished backup) or invalid. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) {
    throw new StartError(
      `There is no finished backup in ${folder}. "npm run awards -- backup list --from FOLDER" shows those there are.`,
    )
  }
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    throw new StartError(
      `${join(folder, MANIFEST)} is damaged, or was written by a newer release. Take another backup.`,
    )
  }
}

const BACKUP_ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

/** Backup id: the start time, so that names sort chronologically. */
export const backupId = (now: Date): string => now.toISOString().replaceAll(/[:.]/g, '-')

/** Ids of the finished backups of a folder, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => BACKUP_ID.test(name) && existsSync(join(folder, name, MANIFEST)))
    .sort()
}

/** The newest backup id of each site (by its address) that has backups in a folder; one whose manifest is damaged has no site. */
export async function newestBySite(root: string): Promise<Map<string, string>> {
  const newest = new Map<string, string>()
  for (const id of await backupsIn(root)) {
    const { site } = (await readManifest(join(root, id)).catch(unlessRefused)) ?? {}
    if (site !== undefined) newest.set(site, id)
  }
  return newest
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof StartError)) throw error
}

/**
 * Resolves a path to a backup: the named one, or the newest of a folder. Throws a StartError if there is none, or if the
 * folder has those of several sites, whose newest may be the wrong site's.
 */
export async function findBackup(from: string): Promise<{ root: string; id: string }> {
  const given = resolve(from)
  if (BACKUP_ID.test(basename(given))) return { root: dirname(given), id: basename(given) }
  const newest = await newestBySite(given)
  if (newest.size > 1) {
    const lines = [...newest].map(([site, id]) => `  ${join(given, id)} of ${site}`)
    throw new StartError(
      `${given} has backups of several sites. Name one with --from; the newest of each:\n${lines.join('\n')}`,
    )
  }
  const id = (await backupsIn(given)).at(-1)
  if (id) return { root: given, id }
  throw new StartError(
    `There is no finished backup in ${given}. Name the folder that was given to "npm run awards -- backup --to".`,
  )
}

/** Removes all but the newest `keep` backups, unfinished ones, and vault files without a reference. Returns removed ids. */
export async function prune(root: string, keep: number): Promise<string[]> {
  const finished = await backupsIn(root)
  const gone = finished.slice(0, -keep)
  const unfinished = (await readdir(root)).filter((name) => name.startsWith(UNFINISHED))
  for (const name of [...gone, ...unfinished]) {
    // Manifest first: an interrupted removal leaves an unfinished backup.
    await rm(join(root, name, MANIFEST), { force: true })
    await rm(join(root, name), { recursive: true, force: true })
  }
  const wanted = new Set<string>()
  for (const id of finished.slice(-keep)) {
    for await (const { sha256 } of readFileList(join(root, id))) wanted.add(sha256)
  }
  await fileVault(root).removeExcept(wanted)
  return gone
}
