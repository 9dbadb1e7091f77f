import { spawn } from 'node:child_process'
import type { Settings, Topology } from './topology.ts'

/** Names of files that nobody means to ship; certificates of the system end with .pem. */
const KEY_FILES = ['.env*', '*.key', 'id_rsa*', '.npmrc', 'secret']

/** What `inspect` says of a container; docker and podman agree on it. */
export type Inspected = {
  Name: string
  Config: { User: string }
  HostConfig: { ReadonlyRootfs: boolean; SecurityOpt: string[] | null; Privileged: boolean }
}
/** What a container is allowed to, by the kernel's own account of its first process. */
export type Allowed = {
  name: string
  uid: string
  capabilities: string
  canGain: boolean
  readOnly: boolean
  privileged: boolean
}

/** Facts of every running container of the project. */
export async function allowedIn({ docker, all }: Topology): Promise<Allowed[]> {
  const found: Allowed[] = []
  for (const id of await all()) {
    const [facts] = JSON.parse(await docker('inspect', id)) as Inspected[]
    const status = await docker('exec', id, 'cat', '/proc/1/status').catch(() => undefined)
    if (!facts || status === undefined) continue
    found.push(allowed(facts, status))
  }
  return found
}

/** By what the engine says of a container, and by /proc/1/status in it. */
export function allowed({ Name, HostConfig }: Inspected, status: string): Allowed {
  const line = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
  return {
    name: Name.replace(/^\//, ''),
    uid: line('Uid'),
    capabilities: line('CapEff'),
    canGain: line('NoNewPrivs') !== '1',
    readOnly: HostConfig.ReadonlyRootfs,
    privileged: HostConfig.Privileged,
  }
}

export const rightsInWords = ({ uid, capabilities, canGain, readOnly }: Allowed): string =>
  `user ${uid}, capabilities ${capabilities}, ${canGain ? 'may gain' : 'gains none'}, root ${readOnly ? 'read-only' : 'WRITABLE'}`

/** Whether a container has no right that the compose file did not mean to give. */
export const isLocked = ({ uid, capabilities, canGain, readOnly, privileged }: Allowed): boolean =>
  uid !== '0' && /^0+$/.test(capabilities) && !canGain && readOnly && !privileged

/**
 * Names of the settings whose value is in the history or in a layer of an image, and files that look like keys or
 * settings. `docker save` writes the layers as plain tar archives, so a search of its bytes sees every file.
 */
export async function secretsIn(
  { docker }: Topology,
  { env }: Settings,
  image: string,
): Promise<string[]> {
  const names = ['DATABASE_PASSWORD', 'STORAGE_SECRET', 'SECRET', 'CERTIFICATE_KEY']
  const wanted = names.map((name) => ({ name, value: wordOf(env[name] ?? '') }))
  const history = await docker('history', '--no-trunc', '--format', '{{.CreatedBy}}', image)
  const found = new Set(
    wanted.filter(({ value }) => history.includes(value)).map(({ name }) => `${name} in history`),
  )
  for (const { name } of await searched(image, wanted)) found.add(`${name} in a layer`)
  const find = `find / -xdev \\( ${KEY_FILES.map((name) => `-name '${name}'`).join(' -o ')} \\)`
  const run = ['run', '--rm', '--network', 'none', '--entrypoint', 'sh', image, '-c', find]
  const files = await docker(...run)
  for (const file of files.split('\n').filter(Boolean)) found.add(file)
  return [...found]
}

/** The longest line, without the frame of a PEM. */
const wordOf = (value: string) =>
  value.split('\n').reduce((a, b) => (!b.startsWith('-') && b.length > a.length ? b : a), '')

async function searched<Word extends { value: string }>(image: string, words: Word[]) {
  const longest = Math.max(...words.map(({ value }) => value.length))
  const saved = spawn('docker', ['save', image], { stdio: ['ignore', 'pipe', 'inherit'] })
  const found = new Set<Word>()
  let rest = Buffer.alloc(0)
  let bytes = 0
  for await (const chunk of saved.stdout as AsyncIterable<Buffer>) {
    const window = Buffer.concat([rest, chunk])
    for (const word of words) if (window.includes(word.value)) found.add(word)
    rest = window.subarray(Math.max(0, window.length - longest))
    bytes += chunk.length
  }
  if (bytes === 0) throw new Error(`docker save ${image} gave nothing to search.`)
  return [...found]
}
