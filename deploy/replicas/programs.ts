import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ROOT_DIR } from '../../api/src/start/config.ts'
import { SERVER } from '../../tools/run/processes.mjs'
import type { Program } from './member.ts'
import { prepareNginx } from './nginx.ts'

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
export function secretsIn(folder: string): { SECRET: string; CERTIFICATE_KEY: string } {
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
