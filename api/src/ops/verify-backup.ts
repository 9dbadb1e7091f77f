import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { KEPT, readManifest, type Manifest } from './backup-manifest.ts'
import {
  forEachConcurrently,
  readFileList,
  digestOf,
  fileVault,
  type ListedFile,
  FILE_LIST,
} from './file-vault.ts'
import { tableFile } from './dump-tables.ts'

const CONCURRENCY = 2

/** `rows`: damaged dumps and lists. `files`: keys of damaged stored files, which a restore can skip. */
export type Damage = { rows: string[]; files: string[] }

/**
 * Verifies the checksums of a backup. Of stored files only the size, unless `reads` is set: a restore reads them anyway.
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
  // Skipped if the file list may be damaged.
  if (rows.length === 0) {
    const vault = fileVault(root)
    await forEachConcurrently(readFileList(folder), CONCURRENCY, async (file: ListedFile) => {
      const isThere = await vault.has(file)
      if (!isThere || (reads && !(await vault.isIntact(file.sha256)))) files.push(file.key)
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
