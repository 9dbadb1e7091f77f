import { execFile, spawn, type ChildProcess, spawnSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  readFileSync,
  readlinkSync,
  statSync,
  realpathSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartError, errorCode } from '../../lib/errors.ts'
import type { Config } from '../../start/config.ts'
import type { Connection } from '../database.ts'
import { releaseReserve } from './data-dir.ts'
import {
  asAccount,
  postgresAccount,
  binariesDir,
  clusterDir,
  makePrivateDir,
  socketDir,
  type PostgresAccount,
} from './postgres-paths.ts'

const USER = 'awards'
const PORT = 5_432
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 6_000

type EmbeddedPostgres = {
  readonly socketDir: string
  readonly user: string
  /** Resolves with the last output when the server exits unexpectedly. */
  readonly crashed: Promise<string>
  createDatabase(name: string, template?: string): Promise<void>
  stop(): Promise<void>
}

/** `throwaway` trades durability for speed: for test databases only. */
type Options = {
  dataDir: string
  throwaway?: boolean
  /** Also listens on this port of 127.0.0.1, for clients that cannot use the socket. */
  tcpPort?: number
  /** Called once the first process of the database runs: `initdb` in a new folder, else the server. */
  onSpawn?: () => void
}

/** Starts the bundled PostgreSQL on a Unix socket; creates the cluster in the data directory at first. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const account = postgresAccount()
  const bin = binariesDir(account)
  const cluster = clusterDir(account, options.dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    await initialiseCluster(account, bin, cluster, options.onSpawn)
  }
  const sockets = socketDir(account, cluster)
  await stopStalePostgres(cluster, sockets)

  const server = launch(account, bin, serverArgs(cluster, sockets, options))
  options.onSpawn?.()
  const address = { host: sockets, port: options.tcpPort ?? PORT }
  await waitUntilReady(server, address)

  let stopping = false
  const crashed = new Promise<string>((resolve) => {
    server.process.once('exit', () => {
      if (!stopping) resolve(server.lastOutput())
    })
  })
  return {
    socketDir: sockets,
    user: USER,
    crashed,
    createDatabase: (name, template) => createDatabase(address, name, template),
    stop: async () => {
      stopping = true
      await stop(server.process)
    },
  }
}

async function initialiseCluster(
  account: PostgresAccount,
  bin: string,
  cluster: string,
  onSpawn: Options['onSpawn'],
) {
  removeUnfinished(cluster)
  // Name with our pid: the initdb of a killed start may still write to its own folder.
  const temporary = `${cluster}.new-${process.pid}`
  makePrivateDir(account, temporary)
  const initdb = asAccount(account, join(bin, 'initdb'), [
    '-D',
    temporary,
    '-U',
    USER,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
  ])
  const run = promisify(execFile)(initdb.command, initdb.args, { cwd: '/', ...initdb.identity })
  onSpawn?.()
  await run.catch((error: Error & { stderr?: string }) => {
    const reason = error.stderr?.trim() || error.message
    throw new StartError(`The database could not be created in ${cluster}:\n${reason}`)
  })
  renameSync(temporary, cluster)
}

/** Removes the folders of interrupted first starts; they hold no data yet. */
function removeUnfinished(cluster: string) {
  const folder = dirname(cluster)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.startsWith(`${basename(cluster)}.new`)) continue
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

function serverArgs(cluster: string, sockets: string, { throwaway, tcpPort }: Options): string[] {
  const settings = [
    ...(tcpPort ? ['listen_addresses=127.0.0.1', `port=${tcpPort}`] : ['listen_addresses=']),
    `unix_socket_directories=${sockets}`,
    'unix_socket_permissions=0700',
    'shared_buffers=64MB',
    // Each process of a site uses up to a dozen; a throwaway server serves several sites.
    `max_connections=${tcpPort || throwaway ? 200 : 80}`,
    'jit=off',
    'timezone=UTC',
    ...(throwaway ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ]
  return ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
}

type Address = { host: string; port: number }
type Server = { process: ChildProcess; lastOutput: () => string }

function launch(account: PostgresAccount, bin: string, args: string[]): Server {
  const line = asAccount(account, join(bin, 'postgres'), args, { dieWithParent: true })
  // Own process group: Ctrl-C reaches only this process, which stops the database last.
  const child = spawn(line.command, line.args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...line.identity,
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)))
  child.on('error', (error) => (output += error.message))
  return { process: child, lastOutput: () => output.trim() }
}

async function waitUntilReady(server: Server, address: Address) {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (server.process.exitCode !== null || server.process.pid === undefined) break
    const client = new pg.Client({ ...address, user: USER, database: 'postgres' })
    // A refused connection also emits an error when the socket closes.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await delay(20)
    }
  }
  await stop(server.process)
  throw new StartError(`The database does not start:\n${server.lastOutput()}`)
}

async function createDatabase(address: Address, name: string, template = 'template0') {
  const client = new pg.Client({ ...address, user: USER, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount) return
    const [quoted, source] = [name, template].map((part) => client.escapeIdentifier(part))
    await client.query(`create database ${quoted} template ${source}`)
  } finally {
    await client.end()
  }
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  const slow = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(slow)
}

type ProcessLocation = 'here' | 'elsewhere' | 'unknown'

/**
 * Live PostgreSQL processes whose working directory is the cluster. `unknown` if a process of the cluster's account
 * may be one: root in a container may not read the working directory of another account's process.
 */
export function processesUsing(
  folder: string,
  postmaster: number,
): { ours: number[]; unknown: boolean } {
  if (!existsSync('/proc/self/stat')) return { ours: findByPs(folder, postmaster), unknown: false }
  const owner = statSync(folder).uid
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const located = ids.map((id) => ({ pid: Number(id), location: locationOf(id, folder, owner) }))
  return {
    ours: located.filter(({ location }) => location === 'here').map(({ pid }) => pid),
    unknown: located.some(({ location }) => location === 'unknown'),
  }
}

function locationOf(id: string, folder: string, owner: number): ProcessLocation {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // Zombie process: exited, not yet reaped by its parent.
    if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return 'elsewhere'
    return readlinkSync(`/proc/${id}/cwd`) === folder ? 'here' : 'elsewhere'
  } catch (error) {
    // With any other error the process is gone.
    return errorCode(error) === 'EACCES' ? locationByCommand(id, folder, owner) : 'elsewhere'
  }
}

/** The postmaster has the cluster among its arguments; its children only have a process title. */
function locationByCommand(id: string, folder: string, owner: number): ProcessLocation {
  try {
    if (statSync(`/proc/${id}`).uid !== owner) return 'elsewhere'
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
    if (command.split('\0').includes(folder)) return 'here'
    return command.includes('postgres') ? 'unknown' : 'elsewhere'
  } catch {
    return 'elsewhere'
  }
}

function findByPs(folder: string, head: number): number[] {
  if (head === 0) return []
  const { stdout } = spawnSync('ps', ['-p', String(head), '-o', 'command='])
  return stdout.includes(folder) ? [head] : []
}

const STALE_STOP_TIMEOUT_MS = 10_000
const UNKNOWN_TIMEOUT_MS = 1_000
const SOCKET_FILES = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']

/**
 * Stops the PostgreSQL of a killed process and removes its pid and socket files. The caller must hold the lock of the
 * data directory. Detects processes by working directory, since PostgreSQL itself checks only the pid, which may be
 * reused or belong to a zombie.
 */
async function stopStalePostgres(cluster: string, sockets: string) {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const folder = realpathSync(cluster)
  const begin = performance.now()
  const signalled = new Set<number>()
  for (;;) {
    const head = postmasterPid(pidFile)
    const { ours, unknown } = processesUsing(folder, head)
    const waited = performance.now() - begin
    if (ours.length === 0) {
      // If unknown, the files stay: PostgreSQL itself decides at its start.
      if (unknown && waited > UNKNOWN_TIMEOUT_MS) return
      if (!unknown) break
    }
    // The postmaster stops its children in order; orphaned children are stopped one by one.
    for (const pid of ours.includes(head) ? [head] : ours) {
      if (!signalled.has(pid)) signal(pid, pid === head ? 'SIGINT' : 'SIGTERM')
      signalled.add(pid)
    }
    if (waited > STALE_STOP_TIMEOUT_MS) {
      throw new StartError(
        `An old database server (process ${ours.join(', ')}) does not stop. End it first.`,
      )
    }
    await delay(25)
  }
  // The pid file last: while it exists, the next start checks again.
  for (const name of SOCKET_FILES) rmSync(join(sockets, name), { force: true })
  rmSync(pidFile, { force: true })
}

/** Pid in the pid file; 0 without one. */
function postmasterPid(mark: string): number {
  try {
    return Number(readFileSync(mark, 'utf8').split('\n')[0]) || 0
  } catch {
    return 0
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGTERM') {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

const DATABASE = 'awards'
const NEVER = new Promise<never>(() => undefined)

export type StartedDatabase = {
  readonly connection: Connection
  /** Resolves with the reason if the embedded database exits unexpectedly. */
  readonly failed: Promise<string>
  stop(): Promise<void>
}

/**
 * Launches the embedded PostgreSQL, or uses that of DATABASE_URL. Resolves once its first process runs: await it before
 * the modules of the server are imported, which blocks this process for as long as the database takes to start.
 */
export async function launchDatabase(
  config: Config,
): Promise<{ started: Promise<StartedDatabase> }> {
  const spawned = Promise.withResolvers<void>()
  const started = startDatabase(config, spawned.resolve)
  // `startServer` awaits `started` and reports its failure; without a handler until then it would count as unhandled.
  await Promise.race([spawned.promise, started.catch(() => undefined)])
  return { started }
}

async function startDatabase(config: Config, onSpawn: () => void): Promise<StartedDatabase> {
  if (config.databaseUrl) {
    return { connection: config.databaseUrl, failed: NEVER, stop: async () => undefined }
  }
  await releaseReserve(config.dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, onSpawn })
  await postgres.createDatabase(DATABASE)
  const connection = { socketDir: postgres.socketDir, database: DATABASE }
  return { connection, failed: postgres.crashed, stop: postgres.stop }
}
