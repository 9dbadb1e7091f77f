import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { KEPT, readManifest, type Manifest } from './backup-manifest.ts'
import {
  eachAtOnce,
  eachListed,
  digestOf,
  fileVault,
  type ListedFile,
  FILE_LIST,
} from './file-vault.ts'
import { tableFile } from './dump-tables.ts'

const AT_ONCE = 2

/** `files` are stored files, without which the rest can still be restored. */
export type Damage = { rows: string[]; files: string[] }

/**
 * Says what of a backup is not as it was written. Stored files are read through only on demand: a restore
 * reads them anyway.
 */
export async function verifyBackup(
  root: string,
  id: string,
  { reads }: { reads: boolean },
): Promise<{ manifest: Manifest; damage: Damage }> {
  const folder = join(root, id)
  const manifest = await readManifest(folder)
  const rows: string[] = []
  for (const { path, bytes, sha256 } of partsOf(manifest, folder)) {
    const found = await stat(path).catch(() => undefined)
    if (found?.size !== bytes || (await digestOf(path)) !== sha256) rows.push(path)
  }
  const files: string[] = []
  // A list that is damaged names nothing.
  if (rows.length === 0) {
    const vault = fileVault(root)
    await eachAtOnce(eachListed(folder), AT_ONCE, async (file: ListedFile) => {
      const isThere = await vault.has(file)
      if (!isThere || (reads && !(await vault.isWhole(file.sha256)))) files.push(file.key)
    })
  }
  return { manifest, damage: { rows, files } }
}

function partsOf({ tables, files, kept }: Manifest, folder: string) {
  return [
    ...tables.map(({ name, ...part }) => ({ ...part, path: tableFile(folder, name) })),
    { path: join(folder, FILE_LIST), bytes: files.list_bytes, sha256: files.list_sha256 },
    ...kept.map(({ path, ...part }) => ({ ...part, path: join(folder, KEPT, path) })),
  ]
}
