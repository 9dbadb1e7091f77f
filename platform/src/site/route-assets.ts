import { join } from 'node:path'
import {
  ENTRY_FILE,
  manifestUrl,
  releaseFolder,
  ROUTE_ASSETS_FILE,
  RouteAssets,
} from '@awards/shared/releases'
import type { RegistryReader, Release } from '../registry/registry.types.ts'
import type { ReadJson } from './static-files.ts'

export const NO_ASSETS: RouteAssets = {
  initial: [],
  provided: {},
  exposed: { files: [], shared: [] },
  screens: [],
  catalogs: { en: [], fr: [], zh: [] },
  application: [],
  libraryTexts: { en: [], fr: [], zh: [] },
  fonts: [],
  integrity: {},
  sealed: false,
}

/** Assets of the shell's build; empty if the file is missing or invalid. */
export async function shellAssets(folder: string, readJson: ReadJson): Promise<RouteAssets> {
  const parsed = RouteAssets.safeParse(await readJson(join(folder, ROUTE_ASSETS_FILE)))
  return parsed.success ? parsed.data : NO_ASSETS
}

const MAX_CACHED = 100
/** Limit of the file, which has a few kilobytes and is cached in memory. */
const MAX_BYTES = 256 * 1024

/**
 * Assets of published releases, cached since they are immutable. Returns undefined if the file cannot be read: the page
 * then has no preloads.
 */
export function releaseAssets(registry: RegistryReader) {
  const cache = new Map<string, RouteAssets>()

  return async ({ name, version }: Release): Promise<RouteAssets | undefined> => {
    const key = `${name}/${version}`
    const cached = cache.get(key)
    if (cached) return cached
    const bytes = await registry.file(name, version, ROUTE_ASSETS_FILE).catch(() => undefined)
    const parsed = bytes && bytes.length <= MAX_BYTES && RouteAssets.safeParse(parseJson(bytes))
    if (!parsed || !parsed.success) return undefined
    cache.set(key, parsed.data)
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED) break
      cache.delete(oldest)
    }
    return parsed.data
  }
}
export type ReleaseAssets = ReturnType<typeof releaseAssets>

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** Own property only: names come from releases and may be `constructor`. */
const own = <T>(list: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(list, name) ? list[name] : undefined

/** Files of shared modules and of their transitive dependencies. */
function filesOfShared(keys: Iterable<string>, host: RouteAssets): string[] {
  const seen = new Set(keys)
  for (const key of seen)
    for (const needed of own(host.provided, key)?.needs ?? []) seen.add(needed)
  return [...seen].flatMap((key) => own(host.provided, key)?.files ?? [])
}

export type Preload = { href: string; integrity: string | undefined; isCors: boolean }
export type Preloads = {
  manifest: string | undefined
  files: Preload[]
  /** For a document without content, beside `files`. */
  application: Preload[]
}

type PreloadInput = {
  path: string
  language: keyof RouteAssets['catalogs']
  release: Pick<Release, 'name' | 'version'> | undefined
}

const isAntd = (key: string) => key.startsWith('antd/')

const unique = (list: readonly string[]) => [...new Set(list)]

/** Files of a build that a route needs, and keys of the shared modules. */
function filesOfBuild(build: RouteAssets, { path, language }: PreloadInput) {
  const screens = build.screens.filter((screen) => screen.path === path.replace(/^\//, ''))
  const needed = [build.exposed, ...screens]
  return {
    files: [...needed.flatMap(({ files }) => files), ...build.catalogs[language]],
    shared: needed.flatMap(({ shared }) => shared),
  }
}

/** Preload with integrity and mode of the later request; if they differ, the browser loads the file twice. */
const preloadOf = (folder: string, file: string, build: RouteAssets): Preload => ({
  href: folder + file,
  integrity: file.endsWith('.css') && !build.sealed ? undefined : own(build.integrity, file),
  // The federation runtime requests remote entries in CORS mode, whatever the build.
  isCors: build.sealed || file === ENTRY_FILE,
})

/**
 * All files that a route loads: catalogs, the remote's manifest, entry and screen, and the shared modules of the host
 * that they consume.
 */
export function preloadsOf(
  wanted: PreloadInput,
  { host, remote }: { host: RouteAssets; remote: RouteAssets | undefined },
): Preloads {
  const { release } = wanted
  const ofHost = filesOfBuild(host, wanted)
  const ofRemote = remote && filesOfBuild(remote, wanted)
  const keys = [...ofHost.shared, ...(ofRemote?.shared ?? [])]
  const shared = filesOfShared(keys, host)
  const texts = keys.some(isAntd) ? host.libraryTexts[wanted.language] : []
  const initial = new Set(host.initial)
  const hostFiles = unique([...ofHost.files, ...shared, ...texts, ...host.fonts])
    .filter((file) => !initial.has(file))
    .map((file) => preloadOf('/assets/', file, host))
  const application = host.application.map((file) => preloadOf('/assets/', file, host))
  if (!release || !remote || !ofRemote) {
    return { manifest: undefined, files: hostFiles, application }
  }
  const { name, version } = release
  const folder = releaseFolder(name, version)
  const remoteFiles = unique([ENTRY_FILE, ...ofRemote.files]).map((file) =>
    preloadOf(folder, file, remote),
  )
  const files = [...remoteFiles, ...hostFiles]
  return { manifest: manifestUrl(name, version), files, application }
}
