import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { MANIFEST_FILE, ReleaseManifest } from '@awards/shared/releases'
import { integrityOf } from '../../registry/gates/release-files.ts'
import type { RegistryReader, Release } from '../../registry/registry.types.ts'
import type { Code } from './renderer-client.ts'

/** Paths of the server code in the shell's build and in a release. */
export const SHELL_SERVER_FILE = 'server.cjs'
export const RELEASE_FILE = 'server/routes.cjs'
const MAX_RELEASES = 20

/** Code with a key that contains the digest of its bytes. */
export const codeOf = (name: string, bytes: Buffer): Code => ({
  key: `${name}@${integrityOf(bytes)}`,
  text: bytes.toString('utf8'),
})

/** Server code of the shell, cached until the file changes; undefined if it was not built. */
export function shellCode(folder: string) {
  const file = join(folder, SHELL_SERVER_FILE)
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
 * Server code of releases (LRU cache); undefined for releases without. Throws if manifest or code do not match the
 * digests under which they were published.
 */
export function releaseCode(registry: RegistryReader) {
  const known = new LRUCache<string, { code: Code | undefined }>({ max: MAX_RELEASES })

  async function read({ name, version, integrity }: Release): Promise<Code | undefined> {
    const bytes = await registry.file(name, version, MANIFEST_FILE)
    if (!bytes || integrityOf(bytes, algorithmOf(integrity)) !== integrity) {
      throw new Error(`The manifest of ${name} ${version} is not the one that was published.`)
    }
    const manifest = ReleaseManifest.parse(JSON.parse(bytes.toString('utf8')))
    const wanted = manifest.integrity[RELEASE_FILE]
    if (!wanted) return undefined
    const code = await registry.file(name, version, RELEASE_FILE)
    if (code && integrityOf(code, algorithmOf(wanted)) === wanted)
      return codeOf(`${name} ${version}`, code)
    throw new Error(`${RELEASE_FILE} of ${name} ${version} is not the one that was published.`)
  }

  return async (release: Release): Promise<Code | undefined> => {
    const key = `${release.name} ${release.version} ${release.integrity}`
    const cached = known.get(key)
    if (cached) return cached.code
    const code = await read(release)
    known.set(key, { code })
    return code
  }
}

const algorithmOf = (integrity: string) => integrity.slice(0, integrity.indexOf('-'))
