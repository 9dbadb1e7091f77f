import { LRUCache } from 'lru-cache'
import { ROUTE_ASSETS_FILE, RouteAssets } from '@awards/shared/releases'
import { errorCode } from '../../../api/src/lib/errors.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { integrityOf } from '../registry/gates/release-files.ts'
import { releaseKey } from '../registry/registry.types.ts'
import { SHELL, shellBuildsRepository } from '../registry/shells/shell-builds.repository.ts'
import { TEMPLATE_FILE } from '../registry/shells/shell-builds.service.ts'
import type { CachedFile, FileCache } from './file-cache.ts'
import type { Code } from './render/renderer-client.ts'
import { codeOf, SHELL_SERVER_FILE } from './render/server-code.ts'

/** A shell as documents need it. */
export type ShellBuild = {
  readonly version: string
  readonly template: string
  readonly host: RouteAssets
  /** Its server code; undefined if it was not built. */
  readonly code: Code | undefined
}

/** Builds kept in memory; each has about a megabyte, mostly server code. */
const MAX_BUILDS = 3
/** Retention may remove one. */
const BUILD_FRESH_MS = 60_000
/** Paths that were looked for, so that a missing file does not query the database for each request. */
const MAX_PATHS = 1_000
const PATH_FRESH_MS = 5_000

type Parts = Pick<AppContext, 'registryDb' | 'registryStorage' | 'log'>

/** Builds of the shell that were published to be pinned. */
export function pinnedShells({ registryDb, registryStorage, log }: Parts) {
  const repository = shellBuildsRepository(registryDb)
  const builds = new LRUCache<string, ShellBuild>({ max: MAX_BUILDS, ttl: BUILD_FRESH_MS })
  const owners = new LRUCache<string, string>({ max: MAX_PATHS, ttl: PATH_FRESH_MS })

  const read = (version: string, path: string) =>
    registryStorage.read(releaseKey(SHELL, version, path))

  async function load(version: string): Promise<ShellBuild | undefined> {
    const row = await repository.find(version)
    if (!row) return undefined
    const verified = async (path: string) => {
      const bytes = await read(version, path)
      if (integrityOf(bytes) === row.files[path]?.integrity) return bytes
      throw new Error(`${path} of shell ${version} is not the one that was published.`)
    }
    const [template, assets, code] = await Promise.all(
      [TEMPLATE_FILE, ROUTE_ASSETS_FILE, SHELL_SERVER_FILE].map(verified),
    )
    if (!template || !assets || !code) return undefined
    return {
      version,
      template: template.toString('utf8'),
      host: RouteAssets.parse(JSON.parse(assets.toString('utf8'))),
      code: codeOf(SHELL, code),
    }
  }

  /** The build that has a file; none while the database cannot tell, or for a path that it cannot read. */
  async function ownerOf(path: string): Promise<string | undefined> {
    const known = owners.get(path)
    if (known !== undefined) return known || undefined
    const version = await repository.versionWith(path).catch((error: unknown) => {
      log.warn('shell.file', { path, error })
      return undefined
    })
    owners.set(path, version ?? '')
    return version
  }

  return {
    /** A build by its version; undefined if it is not published, or cannot be read. */
    async open(version: string): Promise<ShellBuild | undefined> {
      const known = builds.get(version)
      if (known) return known
      const found = await load(version).catch((error: unknown) => {
        log.error('shell.unreadable', { version, error })
        return undefined
      })
      if (found) builds.set(version, found)
      return found
    },

    /** A file by its path below `/assets/`, of whichever build has it: the name carries a hash of its bytes. */
    async file(cache: FileCache, path: string): Promise<CachedFile | undefined> {
      const version = await ownerOf(path)
      if (version === undefined) return undefined
      return cache.get({
        key: releaseKey(SHELL, version, path),
        stamp: 'published',
        read: () =>
          read(version, path).catch((error: unknown) => {
            if (errorCode(error) === 'ENOENT') return undefined
            throw error
          }),
        readBrotli: () => read(version, `${path}.br`).catch(() => undefined),
      })
    },
  }
}
export type PinnedShells = ReturnType<typeof pinnedShells>
