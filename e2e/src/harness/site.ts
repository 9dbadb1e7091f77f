import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { query } from './database.ts'
import { copyDemo, dropNotedDatabase, notedDatabase } from './demo-template.ts'
import { newFolder } from './folders.ts'
import { SERVER } from '../../../tools/run/processes.mjs'
import { claimPorts } from '../../../tools/testing/ports.ts'
import { isOnReplicas, killReplicas, notedIn, topologyCommand, untilFree } from './topology.ts'

export { newFolder } from './folders.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const START_LIMIT = process.env['TOPOLOGY'] === 'replicas' ? 600_000 : 120_000

export type Site = {
  readonly url: string
  readonly mailbox: string
  readonly wallet: string
  readonly dataDir: string
  /** Addresses of the processes behind the site's; none where it is one process. */
  readonly replicas: readonly string[]
  readonly process: ChildProcess
  /** What the server has printed so far. */
  readonly output: () => string
  /** Ends the server as Ctrl-C does. */
  stop(): Promise<void>
  /** Ends the server without a word, as a power cut would. */
  kill(): Promise<void>
  /** Ends the server for good: its data folder goes too. */
  discard(): Promise<void>
}

export type SiteOptions = { dataDir: string; port?: number; env?: Record<string, string> }

/**
 * Starts the whole site on a data folder, as `npm start` does, and waits until it is ready; with
 * `TOPOLOGY=replicas` as on several machines.
 */
export async function startSite({ dataDir, port, env = {} }: SiteOptions): Promise<Site> {
  const own = port ?? (await freePort())
  const url = `http://localhost:${own}`
  const database = notedDatabase(dataDir)
  const place: Record<string, string> = database ? { DATABASE_URL: database } : {}
  const onReplicas = isOnReplicas({ ...place, ...env })
  const program = onReplicas ? topologyCommand(dataDir, own) : [join(ROOT, 'api/src/main.ts')]
  const child = spawn(
    process.execPath,
    ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', ...SERVER.flags, ...program],
    {
      env: {
        ...process.env,
        ...SERVER.env,
        PORT: String(own),
        DATA_DIR: dataDir,
        ...place,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let printed = ''
  child.stdout?.on('data', (chunk) => (printed += String(chunk)))
  child.stderr?.on('data', (chunk) => (printed += String(chunk)))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await ready(url, child, () => printed)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return {
    url,
    mailbox: `http://localhost:${own + 1}/mailbox`,
    wallet: `http://localhost:${own + 1}/wallet`,
    dataDir,
    replicas: onReplicas ? replicasIn(dataDir) : [],
    process: child,
    output: () => printed,
    stop,
    kill: async () => {
      if (onReplicas) killReplicas(dataDir)
      child.kill('SIGKILL')
      await ended
      if (onReplicas) await untilFree([own, own + 1])
    },
    discard: async () => {
      await stop()
      // A busy machine may still be ending the database.
      await dropNotedDatabase(dataDir)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    },
  }
}

const replicasIn = (dataDir: string) =>
  (notedIn(dataDir)?.ports.replicas ?? []).map((port) => `http://localhost:${port}`)

async function ready(url: string, child: ChildProcess, printed: () => string) {
  const limit = Date.now() + START_LIMIT
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`The site did not start:\n${printed()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((next) => setTimeout(next, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The site was not ready in ${START_LIMIT} ms:\n${printed()}`)
}

/** A port that is free together with the one after it, on which the simulators listen. */
export async function freePort(): Promise<number> {
  const [port = 0] = await claimPorts(2)
  return port
}

/** A copy of the loaded demo programme, as `npm start` leaves it after the first run. */
export const demoData = copyDemo

/**
 * Loads the demo programme into a data folder. Waits for the pictures that follow the start, which would otherwise be
 * made in each copy of the folder, while its test is measured.
 */
export async function loadDemo(dataDir: string) {
  const site = await startSite({ dataDir })
  const waiting = `select 1 as waits from jobs where name = 'picture-sizes' limit 1`
  const limit = Date.now() + START_LIMIT
  while ((await query(site, waiting)).length > 0) {
    if (Date.now() > limit) throw new Error(`The pictures are not made:\n${site.output()}`)
    await new Promise((next) => setTimeout(next, 500))
  }
  await site.stop()
}

/** Loads the demo programme into a folder of its own; the folder goes with the process. */
export async function loadDemoData(): Promise<string> {
  const dataDir = await newFolder()
  await loadDemo(dataDir)
  await databaseEnded(dataDir)
  return dataDir
}

/** A busy machine may still be ending the database when its server has given up waiting. */
async function databaseEnded(dataDir: string) {
  const mark = join(dataDir, 'postgres/postmaster.pid')
  const limit = Date.now() + START_LIMIT
  while (existsSync(mark)) {
    if (Date.now() > limit) throw new Error(`The database in ${dataDir} did not end`)
    await new Promise((next) => setTimeout(next, 50))
  }
}
