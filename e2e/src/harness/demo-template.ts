import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../api/src/db/embedded/embedded-postgres.ts'
import { newFolder } from './folders.ts'

/** Where a run keeps the loaded demo programme; set-up tells its workers by the environment. */
const SOCKET = 'AWARDS_TEST_SOCKET'
const TEMPLATE = 'awards_demo'
const TEMPLATE_FOLDER = 'AWARDS_DEMO_DATA'
/** Folder of a data folder with pictures, documents and releases. */
const FILES = 'files'
/** File of a data folder that names its database on the server of the run. */
const NOTE = 'test-database'

const addressOf = (socketDir: string, database: string) =>
  `postgres://awards@localhost/${database}?host=${encodeURIComponent(socketDir)}`

/**
 * Starts the PostgreSQL of a run, which gives up durability for speed, and loads the demo programme once:
 * a template database and its folder of files. `load` starts a site on them and stops it.
 */
export async function startDemoTemplate(load: (dataDir: string) => Promise<void>) {
  const home = await newFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: home, throwaway: true })
  await postgres.createDatabase(TEMPLATE)
  const dataDir = await newFolder()
  noteDatabase(dataDir, addressOf(postgres.socketDir, TEMPLATE))
  await load(dataDir)
  process.env[SOCKET] = postgres.socketDir
  process.env[TEMPLATE_FOLDER] = dataDir
  return async () => {
    await postgres.stop()
    for (const folder of [home, dataDir]) await rm(folder, { recursive: true, force: true })
  }
}

const noteDatabase = (dataDir: string, address: string) =>
  writeFileSync(join(dataDir, NOTE), address)

/** Address of the database that belongs to a data folder; undefined where the site brings its own. */
export function notedDatabase(dataDir: string): string | undefined {
  const note = join(dataDir, NOTE)
  return existsSync(note) ? readFileSync(note, 'utf8') : undefined
}

/** A copy of the loaded demo programme: a data folder, with a database of its own on the server of the run. */
export async function copyDemo(): Promise<string> {
  const template = process.env[TEMPLATE_FOLDER]
  if (!template)
    throw new Error('No demo programme is loaded. Run the browser tests by `npm test`.')
  const folder = await newFolder()
  for (const name of await readdir(template)) {
    // Stored files are replaced and never written in place, so copies may share them by hard links. The database's
    // files, where there are any, belong to another account and have to keep it.
    const how = name === FILES ? '-al' : '-a'
    await promisify(execFile)('cp', [how, join(template, name), folder])
  }
  const socketDir = process.env[SOCKET]
  if (socketDir && notedDatabase(template)) {
    const database = `site_${randomUUID().replaceAll('-', '')}`
    await onServer(socketDir, `create database ${database} template ${TEMPLATE}`)
    noteDatabase(folder, addressOf(socketDir, database))
  }
  return folder
}

/** Takes the database of a data folder away, if the server of the run has one for it. */
export async function dropNotedDatabase(dataDir: string) {
  const address = notedDatabase(dataDir)
  const socketDir = process.env[SOCKET]
  if (!address || !socketDir) return
  const database = new URL(address).pathname.slice(1)
  await onServer(socketDir, `drop database if exists ${database} with (force)`)
}

async function onServer(host: string, statement: string) {
  const client = new pg.Client({ host, user: 'awards', database: 'postgres' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
