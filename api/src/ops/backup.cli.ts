import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../start/config.ts'
import { parseConfig } from '../start/parse-config.ts'
import { StartError } from '../lib/errors.ts'
import { platformOutbox } from '../modules/accounting/e-invoice-platform.ts'
import { openSiteDatabase, EXIT, runCommand, sizeText, UsageError } from './command-line.ts'
import { siteStorage } from '../files/storage/open-storage.ts'
import { backup, rowsOf, verifyBackup } from './backup.ts'
import { backupsIn, findBackup, readManifest, type Manifest } from './backup-folder.ts'

const USAGE = `Usage:
  npm run awards -- backup --to FOLDER [--keep N]   copies database and files; keeps the newest N backups there
  npm run awards -- backup list --from FOLDER       says which finished backups there are
  npm run awards -- backup verify --from FOLDER     reads the newest backup through; one of them: FOLDER/NAME
Exit codes: 0 done, 1 damaged or incomplete, 2 wrong use, 3 refused.`

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  keep: { type: 'string' },
} as const

async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const { to, from, keep } = values
  const [name, ...more] = positionals
  const count = keep === undefined ? undefined : Number(keep)
  const isCount = count === undefined || (Number.isInteger(count) && count > 0)
  if (more.length > 0) throw new UsageError(`"${more.join(' ')}" is too much.`)
  if (!isCount) throw new UsageError(`--keep ${keep}: give a whole number from 1.`)
  if (!name) {
    if (!to || from) throw new UsageError('Name the folder of the backups with --to.')
    return createBackup(resolve(to), count)
  }
  if (name !== 'list' && name !== 'verify') throw new UsageError(`There is no "backup ${name}".`)
  if (!from || to || keep) throw new UsageError(`"backup ${name}" takes the folder with --from.`)
  return name === 'list' ? list(resolve(from)) : verify(from)
}

async function createBackup(root: string, keep: number | undefined): Promise<number> {
  refuseNoSite(process.env)
  const config = parseConfig(process.env)
  refuseInside(root, config)
  const database = await openSiteDatabase(config)
  const { connection } = database
  const { dataDir, siteUrl } = config
  const outbox = platformOutbox(config)
  const site = { connection, storage: siteStorage(config), outbox, dataDir, siteUrl }
  try {
    const { folder, manifest, removed, otherSites } = await backup(site, { root, keep })
    console.log(`Backup ${folder}\n${describe(manifest)}`)
    for (const id of removed) console.log(`Removed the older backup ${id}.`)
    for (const key of manifest.missing.slice(0, 20)) console.warn(`Missing in the storage: ${key}`)
    if (otherSites.length > 0) {
      console.warn(
        `${root} also has backups of ${otherSites.join(', ')}, so none was removed. Give each site a folder of ` +
          'its own with --to; if this site has moved, put the backups of its former address elsewhere.',
      )
    }
    return manifest.missing.length + otherSites.length > 0 ? EXIT.found : EXIT.done
  } finally {
    await database.close()
  }
}

/** Refuses a folder without a site: opening it would create an empty site and back that up. */
function refuseNoSite(env: NodeJS.ProcessEnv) {
  if (env['DATABASE_URL']) return
  const { dataDir, databaseUrl } = parseConfig({ ...env, SECRET: env['SECRET'] || 'x'.repeat(32) })
  // A standalone registry names its database otherwise.
  if (databaseUrl || existsSync(join(dataDir, 'postgres'))) return
  throw new StartError(
    `There is no site in ${dataDir}. Give the command the settings of the site: DATA_DIR, or DATABASE_URL.`,
  )
}

function refuseInside(root: string, { dataDir }: Config) {
  if (relative(dataDir, root).startsWith('..')) return
  throw new StartError(
    `${root} is inside of what it is a copy of. Name a folder outside of ${dataDir}, best on another disk.`,
  )
}

async function list(root: string): Promise<number> {
  const ids = await backupsIn(root)
  if (ids.length === 0) console.log(`There is no finished backup in ${root}.`)
  for (const id of ids) {
    const manifest = await readManifest(join(root, id))
    console.log(`${id}  ${manifest.site}  ${describe(manifest)}`)
  }
  return EXIT.done
}

async function verify(from: string): Promise<number> {
  const { root, id } = await findBackup(from)
  const { manifest, damage } = await verifyBackup(root, id, { reads: true })
  for (const path of damage.rows) console.error(`Damaged: ${path}`)
  for (const key of damage.files) console.error(`Damaged or gone, a stored file: ${key}`)
  const isSound = damage.rows.length + damage.files.length === 0
  if (isSound) console.log(`${join(root, id)} is as it was written. ${describe(manifest)}`)
  return isSound ? EXIT.done : EXIT.found
}

function describe(manifest: Manifest): string {
  const { tables, files, missing, started_at, finished_at } = manifest
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1_000
  const lost = missing.length > 0 ? `, ${missing.length} missing` : ''
  return (
    `${rowsOf(manifest)} rows of ${tables.length} tables, ` +
    `${files.count} files of ${sizeText(files.bytes)}${lost}, made in ${seconds.toFixed(1)} s`
  )
}

await runCommand(run, USAGE)
