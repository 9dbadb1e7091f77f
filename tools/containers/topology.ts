import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../e2e/src/harness/site.ts'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')
const LARGEST_OUTPUT = 64 * 2 ** 20
/** Account of nginx in its image. */
const PROXY_USER = 101

/** What keeps this machine from running the compose file; undefined when nothing does. */
export function missingEngine(): string | undefined {
  const compose = spawnSync('docker', ['compose', 'version'], { encoding: 'utf8' })
  if (compose.error || compose.status !== 0) return 'there is no `docker compose` on this machine'
  const engine = spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], {
    encoding: 'utf8',
  })
  return engine.status === 0
    ? undefined
    : 'no engine answers `docker` (podman: start `podman system service` and set DOCKER_HOST)'
}

/** Settings of a topology of its own: secrets and a certificate made for this run, ports that are free. */
export async function newSettings() {
  const folder = mkdtempSync(join(tmpdir(), 'awards-containers-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { privateKey } = generateKeyPairSync('ed25519')
  const secret = () => randomBytes(36).toString('hex')
  const [https, http, pages] = [await freePort(), await freePort(), await freePort()]
  const env: Record<string, string> = {
    COMPOSE_PROJECT_NAME: 'awards-test',
    COMPOSE_PROFILES: 'demo',
    COMPOSE_PROJECT_DIRECTORY: ROOT,
    MODE: 'demo',
    SITE_URL: `https://localhost:${https}`,
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    PAGES_PORT: String(pages),
    PAGES_URL: `http://localhost:${pages}`,
    SIMULATORS_URL: 'http://simulators:8081',
    DATABASE_PASSWORD: secret(),
    STORAGE_SECRET: secret(),
    SECRET: secret(),
    CERTIFICATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    CERTIFICATES: certificateIn(folder),
  }
  return { env, folder }
}

/** Prints and keeps a figure of the run, and whether it is within its bar. */
export type Note = (what: string, said: string | number, holds: boolean) => void

export type Settings = Awaited<ReturnType<typeof newSettings>>

function certificateIn(folder: string): string {
  const [key, certificate] = [join(folder, 'tls/site.key'), join(folder, 'tls/site.crt')]
  mkdirSync(join(folder, 'tls'))
  chmodSync(folder, 0o755)
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1'.split(' ')
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = spawnSync('openssl', [...words, ...names, '-keyout', key, '-out', certificate])
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${String(made.stderr)}`)
  // Only root can give the key to the proxy's account; for others it stays readable, for this run alone.
  if (process.getuid?.() === 0) chownSync(key, PROXY_USER, -1)
  else chmodSync(key, 0o644)
  return join(folder, 'tls')
}

/** The compose file of the site in a project of its own; each command resolves with its output. */
export function topology({ env, folder }: Settings) {
  const given = { ...process.env, ...env }
  const docker = async (...args: string[]) =>
    (await run('docker', args, { env: given, cwd: ROOT, maxBuffer: LARGEST_OUTPUT })).stdout.trim()
  const compose = (...args: string[]) => docker('compose', ...args)
  const list = (output: string) => output.split('\n').filter(Boolean)
  return {
    docker,
    compose,
    /** Starts what does not run, and waits until everything is healthy; shows the last lines of all if it fails. */
    up: (...args: string[]) =>
      compose('up', '--detach', '--no-build', '--wait', ...args).catch(async (error: unknown) => {
        console.error(await compose('logs', '--no-color', '--tail', '5'))
        throw error
      }),
    down: () => compose('down', '--volumes', '--remove-orphans'),
    /** Container ids of a service. */
    idsOf: async (service: string) => list(await compose('ps', '--quiet', service)),
    all: async () => list(await compose('ps', '--all', '--quiet')),
    /** deploy/upgrade.sh; resolves with its exit code and what it said. */
    upgrade: async (image: string, changes: Record<string, string> = {}) => {
      Object.assign(given, changes)
      const script = join(ROOT, 'deploy/upgrade.sh')
      const { status, stdout, stderr } = await run(script, [image], { env: given, cwd: ROOT }).then(
        (said) => ({ status: 0, ...said }),
        ({ code, stdout: out, stderr: errors }) => ({ status: code, stdout: out, stderr: errors }),
      )
      return { status: Number(status), said: `${String(stdout)}${String(stderr)}` }
    },
    /** An image that adds lines to another one's Dockerfile, and files to its context. */
    derive: async (
      tag: string,
      base: string,
      lines: string[],
      files: Record<string, string> = {},
    ) => {
      const context = mkdtempSync(join(folder, 'context-'))
      writeFileSync(join(context, 'Dockerfile'), [`FROM ${base}`, ...lines, ''].join('\n'))
      for (const [name, content] of Object.entries(files)) {
        writeFileSync(join(context, name), content)
      }
      await docker('build', '--quiet', '--tag', tag, context)
    },
  }
}

export type Topology = ReturnType<typeof topology>
