import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../start/config.ts'
import { parseConfig } from '../start/parse-config.ts'
import { platformOutbox } from '../modules/accounting/e-invoice-platform.ts'
import { openSiteDatabase, EXIT, runCommand, sizeText, UsageError } from './command-line.ts'
import { siteStorage } from '../files/storage/open-storage.ts'
import { rowsOf } from './backup.ts'
import { findBackup } from './backup-folder.ts'
import { restore, verifiedBackup, claimDataDir } from './restore.ts'
import { restoreFiles } from './kept-files.ts'

const USAGE = `Usage:
  npm run awards -- restore --from FOLDER           fills an empty DATA_DIR and database from the newest backup
  npm run awards -- restore --from FOLDER/NAME      the same from one of them
  npm run awards -- restore --from FOLDER --files   puts back the stored files that a site has lost, while it runs
With --send-webhooks it sends webhooks that waited at the backup; receivers may have had them since.
With --skip-damaged-files it goes on without files that the backup itself has lost, and names them.
Exit codes: 0 done, 1 done without some files, 2 wrong use, 3 refused.`

const OPTIONS = {
  from: { type: 'string' },
  files: { type: 'boolean' },
  'skip-damaged-files': { type: 'boolean' },
  'send-webhooks': { type: 'boolean' },
} as const

async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS })
  const { from, files } = values
  const { 'skip-damaged-files': skipsDamaged = false, 'send-webhooks': sendsWebhooks = false } =
    values
  if (!from) throw new UsageError('Name the backup with --from.')
  if (files && skipsDamaged) {
    throw new UsageError(
      '--files leaves damaged files out by itself; take --skip-damaged-files away.',
    )
  }
  const source = await findBackup(from)
  return files
    ? restoreStoredFiles(source)
    : restoreSite({ ...source, skipsDamaged, sendsWebhooks })
}

/** Settings with a placeholder secret: `parseConfig` would otherwise create one in the empty folder. */
const settings = (): Config =>
  parseConfig({ ...process.env, SECRET: process.env['SECRET'] || 'x'.repeat(32) })

async function restoreSite(source: Parameters<typeof verifiedBackup>[0]): Promise<number> {
  const began = performance.now()
  const config = settings()
  const sound = await verifiedBackup(source)
  await claimDataDir(config.dataDir, source.id)
  const database = await openSiteDatabase(config)
  try {
    const site = {
      connection: database.connection,
      storage: siteStorage(config),
      outbox: platformOutbox(config),
      dataDir: config.dataDir,
    }
    const { manifest, damaged, heldWebhooks } = await restore(source, sound, site)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(
      `Restored ${resolve(source.root, source.id)} in ${seconds} s: ${rowsOf(manifest)} rows, ` +
        `${manifest.files.count - damaged.length} files of ${sizeText(manifest.files.bytes)}. ` +
        'Start the site; everybody signs in again.',
    )
    if (heldWebhooks > 0) {
      console.log(
        `${heldWebhooks} webhooks that waited at the backup are not sent: receivers may have had them since. ` +
          'Their owners can have each sent again.',
      )
    }
    for (const key of damaged) console.warn(`Not restored: ${key}`)
    for (const key of manifest.missing) console.warn(`Was missing before the backup: ${key}`)
    return damaged.length > 0 ? EXIT.found : EXIT.done
  } finally {
    await database.close()
  }
}

async function restoreStoredFiles({ root, id }: { root: string; id: string }): Promise<number> {
  const damaged = await restoreFiles({ root, id }, siteStorage(settings()))
  for (const key of damaged) console.warn(`The backup has lost it too: ${key}`)
  console.log(`The files of ${resolve(root, id)} are in the storage again.`)
  return damaged.length > 0 ? EXIT.found : EXIT.done
}

await runCommand(run, USAGE)
