import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { MANIFEST_FILE, ReleaseManifest } from '@awards/shared/platform'
import type { RegistryReader, Release } from '../../registry/registry.types.ts'
import type { Code } from './one-renderer.ts'

/** Where the builds put the file for the server: of the shell, and of a release. */
const SHELL_FILE = 'server.cjs'
export const RELEASE_FILE = 'server/routes.cjs'
const MOST_RELEASES = 20

const digest = (bytes: Buffer, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`

/** Code under a name that changes with its bytes. */
export const codeOf = (name: string, bytes: Buffer): Code => ({
  key: `${name}@${digest(bytes)}`,
  text: bytes.toString('utf8'),
})

/** The shell's code for the server as it lies on disk now; nothing where it was not built. */
export function shellCode(folder: string) {
  const file = join(folder, SHELL_FILE)
  let known: { stamp: string; code: Code } | undefined

  return async (): Promise<Code | undefined> => {
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const stamp = `${found.mtimeMs}:${found.size}:${found.ino}`
    if (known?.stamp !== stamp) known = { stamp, code: codeOf('shell', await readFile(file)) }
    return known.code
  }
}

/**
 * The code of releases for the server, checked against the digests under which they were published.
 * Nothing for releases that bring none.
 */
export function releaseCode(registry: RegistryReader) {
  const known = new LRUCache<string, { code: Code | undefined }>({ max: MOST_RELEASES })

  async function read({ name, version, integrity }: Release): Promise<Code | undefined> {
    const bytes = await registry.file(name, version, MANIFEST_FILE)
    if (!bytes || digest(bytes, algorithmOf(integrity)) !== integrity) {
      throw new Error(`The manifest of ${name} ${version} is not the one that was published.`)
    }
    const manifest = ReleaseManifest.parse(JSON.parse(bytes.toString('utf8')))
    const wanted = manifest.integrity[RELEASE_FILE]
    if (!wanted) return undefined
    const code = await registry.file(name, version, RELEASE_FILE)
    if (code && digest(code, algorithmOf(wanted)) === wanted)
      return codeOf(`${name} ${version}`, code)
    throw new Error(`${RELEASE_FILE} of ${name} ${version} is not the one that was published.`)
  }

  return async (release: Release): Promise<Code | undefined> => {
    const key = `${release.name} ${release.version} ${release.integrity}`
    const kept = known.get(key)
    if (kept) return kept.code
    const code = await read(release)
    known.set(key, { code })
    return code
  }
}

const algorithmOf = (integrity: string) => integrity.slice(0, integrity.indexOf('-'))
