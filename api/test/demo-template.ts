import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createContext } from '../src/start/create-context.ts'
import { parseConfig } from '../src/start/parse-config.ts'
import { createLog } from '../src/observability/log.ts'
import { s3Storage } from '../src/files/storage/open-storage.ts'
import { readStorageUrl } from '../src/files/storage/s3-bucket.ts'
import { applyProgramme } from '../src/modules/programme/programme.service.ts'
import { copyProgramme } from './programme-copy.ts'
import { bucketFor } from './test-bucket.ts'
import { TEMPLATE } from './test-database.ts'

const DEMO = 'awards_demo'
/** Advisory lock: one worker of a run loads the programme, the others wait. */
const LOCK = 727_104_063

type Run = {
  socketDir: string
  /** Temporary folder of the run; its `demo` has the files of the template. */
  folder: string
}

/** A database with the demo programme, and its data folder. */
export type Demo = { database: string; dataDir: string }

/** Loads the demo programme, with tiny pictures, into a template database, once per run. */
async function makeDemoTemplate({ socketDir, folder }: Run): Promise<Demo> {
  const demo = { database: DEMO, dataDir: join(folder, 'demo') }
  await onServer(socketDir, async (server) => {
    await server.query('select pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await server.query('select from pg_database where datname = $1', [DEMO])
    if (rowCount) return
    const unfinished = `${DEMO}_unfinished`
    await server.query(`drop database if exists ${unfinished} with (force)`)
    await server.query(`create database ${unfinished} template ${TEMPLATE}`)
    await rm(demo.dataDir, { recursive: true, force: true })
    await load({ socketDir, database: unfinished }, demo)
    await server.query(`alter database ${unfinished} rename to ${DEMO}`)
  })
  return demo
}

/** Copies the demo template to another database and folder. */
export async function copyDemoTemplate(run: Run, { database, dataDir }: Demo) {
  const demo = await makeDemoTemplate(run)
  await onServer(run.socketDir, (server) =>
    server.query(`create database ${database} template ${demo.database}`),
  )
  await cp(demo.dataDir, dataDir, { recursive: true })
  await copyBucket(demo.database, database)
}

async function load(connection: { socketDir: string; database: string }, demo: Demo) {
  await mkdir(demo.dataDir, { recursive: true })
  const { context, close } = createContext({
    config: parseConfig({ DATA_DIR: demo.dataDir, ...bucketFor(demo.database) }),
    connection,
    mailTransport: { send: async () => undefined },
    log: createLog('error'),
  })
  const { folder } = await copyProgramme()
  await applyProgramme(context, folder)
  await close()
  await rm(folder, { recursive: true })
}

/** With `TEST_STORAGE=s3` the files are in the bucket of the run, in a folder named after the database. */
async function copyBucket(from: string, to: string) {
  const [source, target] = [storageOf(from), storageOf(to)]
  if (!source || !target) return
  for await (const { key } of source.list()) await target.put(key, await source.read(key))
}

function storageOf(database: string) {
  const { STORAGE_URL } = bucketFor(database)
  const location = STORAGE_URL && readStorageUrl(STORAGE_URL)
  return location && typeof location !== 'string' ? s3Storage(location) : undefined
}

async function onServer<T>(host: string, work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ host, user: 'awards', database: 'postgres' })
  await server.connect()
  return work(server).finally(() => server.end())
}
