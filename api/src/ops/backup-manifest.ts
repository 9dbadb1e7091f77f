import { existsSync } from 'node:fs'
import { readFile, readdir, rm } from 'node:fs/promises'
import { join, basename, dirname, resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from '../lib/errors.ts'
import { eachListed, fileVault } from './file-vault.ts'

export const MANIFEST = 'manifest.json'
export const TABLES = 'tables'
export const KEPT = 'kept'

const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const Bytes = z.number().int().nonnegative()
/** Below the data folder, or below the backup: never out of it. */
const Path = z.string().regex(/^(?!\.)[\w.-]+(\/(?!\.)[\w.-]+)*$/)

const Manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  site: z.string(),
  started_at: z.string(),
  finished_at: z.string(),
  /** What had been run on the database; a restore runs the same. */
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
  /** The list of stored files; their bytes lie beside the backups, each once. */
  files: z.object({ count: Bytes, bytes: Bytes, list_bytes: Bytes, list_sha256: Digest }),
  /** Files that rows name and the storage did not have. */
  missing: z.array(z.string()),
  /** What else of the data folder cannot be made again. */
  kept: z.array(z.object({ path: Path, bytes: Bytes, sha256: Digest })),
})

export type Manifest = z.infer<typeof Manifest>
export type TableDump = Manifest['tables'][number]

/** The manifest of a finished backup; a folder without one is none. */
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

/** Names sort by the moment at which the backup began. */
export const backupId = (now: Date): string => now.toISOString().replaceAll(/[:.]/g, '-')

/** Names of the finished backups of a folder, the oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => ID.test(name) && existsSync(join(folder, name, MANIFEST))).sort()
}

/** The backup that is meant: the newest of a folder of backups, or the one that is named itself. */
export async function findBackup(from: string): Promise<{ root: string; id: string }> {
  const given = resolve(from)
  if (ID.test(basename(given))) return { root: dirname(given), id: basename(given) }
  const id = (await backupsIn(given)).at(-1)
  if (id) return { root: given, id }
  throw new StartError(
    `There is no finished backup in ${given}. Name the folder that was given to "npm run awards -- backup --to".`,
  )
}

/** Removes all but the newest backups, what was begun and not finished, and files that no backup names. */
export async function prune(root: string, keep: number): Promise<string[]> {
  const finished = await backupsIn(root)
  const gone = finished.slice(0, -keep)
  const unfinished = (await readdir(root)).filter((name) => name.startsWith(UNFINISHED))
  for (const name of [...gone, ...unfinished]) {
    // Without its manifest it is no backup any more, wherever this is interrupted.
    await rm(join(root, name, MANIFEST), { force: true })
    await rm(join(root, name), { recursive: true, force: true })
  }
  const wanted = new Set<string>()
  for (const id of finished.slice(-keep)) {
    for await (const { sha256 } of eachListed(join(root, id))) wanted.add(sha256)
  }
  await fileVault(root).removeExcept(wanted)
  return gone
}
