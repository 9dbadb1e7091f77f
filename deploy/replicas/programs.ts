import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ROOT_DIR } from '../../api/src/start/config.ts'
import { SERVER } from '../../tools/run/processes.mjs'
import { prepareNginx } from './nginx.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

const RESTART_MS = 500
const STOP_LIMIT = 12_000

/** A program of the topology. `ready` resolves when others may use it. */
export type Program = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly ready: () => Promise<boolean>
  /** The process that a power cut would end, where it is not the one that is started here. */
  readonly heart?: () => number | undefined
}

type MemberState = 'starting' | 'running' | 'restarting' | 'held'
type Listener = () => void

/** Keeps a program running: what dies by itself is started again, what was stopped stays stopped. */
export function startMember(program: Program, said: (line: string) => void, changed: Listener) {
  let child: ChildProcess | undefined
  let state: MemberState = 'held'
  let wanted = false
  let restarts = 0
  let ended: Promise<void> = Promise.resolve()

  const become = (next: MemberState) => {
    state = next
    changed()
  }

  function launch() {
    const mine = spawn(program.command, program.args, {
      cwd: program.cwd,
      env: program.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = mine
    become(restarts > 0 ? 'restarting' : 'starting')
    for (const stream of [mine.stdout, mine.stderr]) eachLine(stream, said)
    mine.on('error', (error) => said(error.message))
    ended = new Promise((done) => {
      mine.once('exit', (code, signal) => {
        child = undefined
        said(`ended with ${signal ?? code}`)
        done()
        become(wanted ? 'restarting' : 'held')
        if (wanted) setTimeout(() => wanted && !child && relaunch(), RESTART_MS)
      })
    })
    void untilReady(mine)
  }

  function relaunch() {
    restarts += 1
    launch()
  }

  async function untilReady(mine: ChildProcess) {
    while (child === mine) {
      if (await program.ready().catch(() => false)) return child === mine && become('running')
      await delay(50)
    }
  }

  return {
    name: program.name,
    /** What others may know of it. */
    view: () => ({ state, pid: child?.pid ?? null, restarts }),
    isRunning: () => state === 'running',
    start() {
      wanted = true
      if (!child) launch()
    },
    /** Ends it in its own time; it stays down until it is started again. */
    async stop() {
      wanted = false
      const mine = child
      mine?.kill('SIGTERM')
      const impatient = setTimeout(() => mine?.kill('SIGKILL'), STOP_LIMIT)
      await ended
      clearTimeout(impatient)
    },
    /** Ends it without a word; it is started again unless it is held. */
    async kill({ hold }: { hold: boolean }) {
      wanted = wanted && !hold
      const heart = program.heart?.()
      if (heart) process.kill(heart, 'SIGKILL')
      else child?.kill('SIGKILL')
      await ended
    },
  }
}

export type Member = ReturnType<typeof startMember>

function eachLine(stream: NodeJS.ReadableStream | null, said: (line: string) => void) {
  let rest = ''
  stream?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) said(line)
  })
  stream?.on('end', () => rest && said(rest))
}

const BUCKET = 'awards'
const QUIET = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'

export type Ports = {
  readonly site: number
  readonly database: number
  readonly storage: number
  readonly mail: number
  readonly replicas: readonly number[]
}
export type Addresses = { site: string; simulators: string; database: string; storage: string }

/** URLs of the topology's parts. The simulators listen on the port after the site's. */
export const addressesOf = ({ site, database, storage }: Ports): Addresses => ({
  site: `http://localhost:${site}`,
  simulators: `http://127.0.0.1:${site + 1}`,
  database: `postgres://awards@127.0.0.1:${database}/awards`,
  storage: `s3://S3RVER:S3RVER@127.0.0.1:${storage}/${BUCKET}?tls=off`,
})

/** Programs of the topology in start order; those of one stage start together. */
export function programsOf(dataDir: string, ports: Ports, env: NodeJS.ProcessEnv): Program[][] {
  const addresses = addressesOf(ports)
  const secrets = secretsIn(dataDir)
  const node = (script: string, args: readonly string[], own: NodeJS.ProcessEnv = {}) => ({
    command: process.execPath,
    args: [QUIET, join(ROOT_DIR, script), ...args],
    env: { ...env, ...own },
  })
  const server = (own: NodeJS.ProcessEnv) => {
    const { command, args, env: given } = node('api/src/main.ts', [], { ...SERVER.env, ...own })
    return { command, args: [...SERVER.flags, ...args], env: given }
  }
  const database: Program = {
    name: 'database',
    ...node('deploy/replicas/database.ts', [dataDir, String(ports.database)]),
    ready: () => listens(ports.database),
    heart: () => postmasterOf(dataDir),
  }
  const storage: Program = {
    name: 'storage',
    ...node('deploy/replicas/storage.ts', [join(dataDir, 's3'), String(ports.storage), BUCKET]),
    ready: () => listens(ports.storage),
  }
  const isDemo = (env['MODE'] || 'demo') === 'demo'
  const simulators: Program = {
    name: 'simulators',
    ...node('simulators/src/simulators.cli.ts', [], {
      SECRET: secrets.SECRET,
      DATA_DIR: dataDir,
      HOST: '',
      MODE: 'demo',
      PORT: String(ports.site + 1),
      SMTP_PORT: String(ports.mail),
      PAGES_URL: `http://localhost:${ports.site + 1}`,
      NOTIFY_URL: `http://127.0.0.1:${ports.site}`,
    }),
    ready: () => listens(ports.site + 1),
  }
  const replicas = ports.replicas.map((port, index) => ({
    name: `api-${index + 1}`,
    ...server({
      SITE_URL: addresses.site,
      ...env,
      ...secrets,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(dataDir, `api-${index + 1}`),
      DATABASE_URL: addresses.database,
      STORAGE_URL: addresses.storage,
      SIMULATORS_URL: isDemo ? addresses.simulators : '',
      TRUST_PROXY: '127.0.0.1',
    }),
    ready: () => answers(`http://127.0.0.1:${port}/readyz`),
  }))
  const proxy: Program = {
    name: 'proxy',
    ...prepareNginx({
      folder: join(dataDir, 'nginx'),
      port: ports.site,
      upstreams: ports.replicas,
    }),
    env,
    ready: () => answers(`${addresses.site}/readyz`),
  }
  return [[database, storage, ...(isDemo ? [simulators] : [])], replicas, [proxy]]
}

function postmasterOf(dataDir: string): number | undefined {
  try {
    const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    return Number(pid) || undefined
  } catch {
    return undefined
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

export const listens = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })

/** Signing secrets shared by all processes of a site; generated on the first start and stored. */
function secretsIn(folder: string): { SECRET: string; CERTIFICATE_KEY: string } {
  const file = join(folder, 'secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const { privateKey } = generateKeyPairSync('ed25519')
  const secrets = {
    SECRET: randomBytes(32).toString('base64url'),
    CERTIFICATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
