import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '../lib/start-error.ts'
import { MANIFEST } from './backup-manifest.ts'
import { eachListed } from './file-list.ts'
import { fileVault } from './file-vault.ts'

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
