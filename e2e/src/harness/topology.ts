import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isFree } from '../../../tools/testing/ports.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const FREE_LIMIT = 60_000

type Noted = {
  database: string
  storage: string
  ports: { replicas: number[] }
  members: Record<string, { pid: number | null }>
}

/**
 * Whether sites are started as on several machines: `TOPOLOGY=replicas`. What is told about its database or
 * serves another purpose is one process in any case.
 */
export const isOnReplicas = (env: Record<string, string>): boolean =>
  process.env['TOPOLOGY'] === 'replicas' && !['DATABASE_URL', 'SERVE'].some((name) => env[name])

/** The script and arguments that start the topology on a folder. */
export const topologyCommand = (dataDir: string, port: number): string[] => [
  join(ROOT, 'deploy/replicas/replicas.cli.ts'),
  'start',
  '--data',
  dataDir,
  '--port',
  String(port),
]

/** What the topology of a folder says of itself; undefined where one process is the site. */
export function notedIn(dataDir: string): Noted | undefined {
  const file = join(dataDir, 'replicas.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Ends every process of the site without a word, as power cuts of their machines would. */
export function killReplicas(dataDir: string) {
  for (const [name, { pid }] of Object.entries(notedIn(dataDir)?.members ?? {})) {
    if (name.startsWith('api-') && pid) process.kill(pid, 'SIGKILL')
  }
}

/** The other parts end by themselves when nobody looks after them. */
export async function untilFree(ports: readonly number[]) {
  for (const limit = Date.now() + FREE_LIMIT; Date.now() < limit; await delay(50)) {
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return
  }
  throw new Error(`Still in use: one of ${ports.join(', ')}`)
}
