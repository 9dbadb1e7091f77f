import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../lib/start-error.ts'

export const MANIFEST = 'manifest.json'
export const TABLES = 'tables'
export const FILE_LIST = 'files.tsv.gz'
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
