import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Connection } from '../db/database.ts'
import { StartError } from '../lib/errors.ts'
import { migrationFiles } from '../db/migrate.ts'
import { RESTORE_MARKER } from '../db/embedded/data-dir.ts'
import type { Storage } from '../files/storage/storage.ts'
import type { Manifest } from './backup-folder.ts'
import { openSession, databaseContent, loadTables, refuseNewer } from './dump-tables.ts'
import { restoreKeptFiles, restoreFiles } from './kept-files.ts'
import { verifyBackup } from './backup.ts'

export type Source = {
  root: string
  id: string
  skipsDamaged: boolean
  /** Sends webhooks that waited at the backup; receivers may have had them since. */
  sendsWebhooks?: boolean
}
export type Restored = { manifest: Manifest; damaged: string[]; heldWebhooks: number }

/** Verifies a backup before any change; throws a StartError if it is damaged or of a newer release. */
export async function verifiedBackup({ root, id, skipsDamaged }: Source): Promise<Restored> {
  const { manifest, damage } = await verifyBackup(root, id, { reads: false })
  refuseNewer(manifest, await migrationFiles())
  if (damage.rows.length > 0) {
    throw new StartError(
      `Backup ${id} is damaged and cannot be restored:\n  ${damage.rows.join('\n  ')}\n` +
        'Restore the backup before it: name its folder after --from.',
    )
  }
  if (damage.files.length > 0 && !skipsDamaged) throw damagedFiles(id, damage.files)
  return { manifest, damaged: damage.files, heldWebhooks: 0 }
}

/** Marks an empty data folder for a restore, or resumes an interrupted one; throws a StartError otherwise. */
export async function claimDataDir(dataDir: string, id: string) {
  await mkdir(dataDir, { recursive: true })
  const mark = join(dataDir, RESTORE_MARKER)
  if (existsSync(mark)) {
    const begun = await readFile(mark, 'utf8')
    if (begun === id) return
    throw new StartError(
      `The restore of backup ${begun} was not finished in ${dataDir}. Run it again, or empty the folder first.`,
    )
  }
  const names = (await readdir(dataDir)).filter((name) => name !== 'lost+found')
  if (names.length > 0) {
    throw new StartError(
      `${dataDir} is not empty (${names.slice(0, 3).join(', ')}). A restore writes over nothing: ` +
        'set DATA_DIR to an empty folder, or move this one away.',
    )
  }
  await writeFile(mark, id)
}

/** Restores files first, then rows; the mark in the data folder prevents a start of the site until all is done. */
export async function restore(
  { root, id, skipsDamaged, sendsWebhooks = false }: Source,
  sound: Restored,
  site: { connection: Connection; storage: Storage; outbox: Storage; dataDir: string },
): Promise<Restored> {
  const { manifest } = sound
  const folder = join(root, id)
  const client = await openSession(site.connection)
  try {
    const content = await databaseContent(client, manifest)
    if (content === 'other') {
      throw new StartError(
        'The database is not empty. A restore writes over nothing: give it an empty database.',
      )
    }
    await restoreKeptFiles(folder, site, manifest.kept)
    const damaged = await restoreFiles({ root, id }, site.storage)
    if (damaged.length > 0 && !skipsDamaged) throw damagedFiles(id, damaged)
    if (content === 'nothing') await loadTables(client, folder, manifest)
    const heldWebhooks = sendsWebhooks ? 0 : await giveUpWebhooks(client)
    await rm(join(site.dataDir, RESTORE_MARKER))
    return { manifest, damaged, heldWebhooks }
  } finally {
    await client.end()
  }
}

/**
 * Gives up webhooks that waited at the backup: the site went on after it, and has sent them. Their owners see them in the
 * log and can have them sent again. Backups of releases without webhooks have no such table yet.
 */
async function giveUpWebhooks(client: Client): Promise<number> {
  const { rows } = await client.query(
    "select to_regclass('webhook_deliveries') is not null as known",
  )
  if (!rows[0]?.known) return 0
  const { rowCount } = await client.query(
    'update webhook_deliveries set done_at = now(), is_given_up = true where done_at is null',
  )
  return rowCount ?? 0
}

const damagedFiles = (id: string, keys: readonly string[]) =>
  new StartError(
    `${keys.length} stored files of backup ${id} are damaged or gone:\n  ${keys.slice(0, 20).join('\n  ')}\n` +
      'Restore an older backup, or this one without them: --skip-damaged-files.',
  )
