import { existsSync } from 'node:fs'
import { readFile, readdir, rm } from 'node:fs/promises'
import { join, basename, dirname, resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from '../lib/errors.ts'
import { readFileList, fileVault } from './file-vault.ts'

export const MANIFEST = 'manifest.json'
export const TABLES = 'tables'
export const KEPT = 'kept'

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

const ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/
export const UNFINISHED = 'unfinished-'

/** Backup id: the start time, so that names sort chronologically. */
export const backupId = (now: Date): string => now.toISOString().replaceAll(/[:.]/g, '-')

/** Ids of the finished backups of a folder, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => ID.test(name) && existsSync(join(folder, name, MANIFEST))).sort()
}

/** Resolves a path to a backup: the named one, or the newest of a folder. Throws a StartError if there is none. */
export async function findBackup(from: string): Promise<{ root: string; id: string }> {
  const given = resolve(from)
  if (ID.test(basename(given))) return { root: dirname(given), id: basename(given) }
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
