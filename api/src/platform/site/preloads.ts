import { ENTRY_FILE, manifestUrl, releaseFolder } from '@awards/shared/platform'
import type { Release } from '../registry/registry.types.ts'
import type { RouteAssets } from './route-assets.ts'

/** What a list says of a name, and nothing that every object has: names come from releases. */
const own = <T>(list: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(list, name) ? list[name] : undefined

/** The files behind shared modules, with those of the modules that they need themselves. */
function filesOfShared(keys: Iterable<string>, host: RouteAssets): string[] {
  const seen = new Set(keys)
  for (const key of seen)
    for (const needed of own(host.provided, key)?.needs ?? []) seen.add(needed)
  return [...seen].flatMap((key) => own(host.provided, key)?.files ?? [])
}

export type Preload = { href: string; integrity: string | undefined }
export type Preloads = { manifest: string | undefined; files: Preload[] }

type Wanted = {
  path: string
  language: keyof RouteAssets['catalogs']
  release: Release | undefined
}

const unique = (list: readonly string[]) => [...new Set(list)]

/** The files of one build that a route needs, beside the shared modules. */
function filesOfBuild(build: RouteAssets, { path, language }: Wanted) {
  const screens = build.screens.filter((screen) => screen.path === path.replace(/^\//, ''))
  const needed = [build.exposed, ...screens]
  return {
    files: [...needed.flatMap(({ files }) => files), ...build.catalogs[language]],
    shared: needed.flatMap(({ shared }) => shared),
  }
}

/** A preload has to carry the digest that the request will carry, or the file is loaded twice. */
const preloadOf = (folder: string, file: string, build: RouteAssets): Preload => ({
  href: folder + file,
  integrity: file.endsWith('.css') && !build.sealedStyles ? undefined : own(build.integrity, file),
})

/**
 * What the page of a route will ask for, so that the document can name it all at once: the texts, the
 * remote's manifest, entry and screen, and the shared modules of the host that these consume.
 */
export function preloadsOf(
  wanted: Wanted,
  { host, remote }: { host: RouteAssets; remote: RouteAssets | undefined },
): Preloads {
  const { release } = wanted
  const ofHost = filesOfBuild(host, wanted)
  const ofRemote = remote && filesOfBuild(remote, wanted)
  const shared = filesOfShared([...ofHost.shared, ...(ofRemote?.shared ?? [])], host)
  const initial = new Set(host.initial)
  const hostFiles = unique([...ofHost.files, ...shared, ...host.fonts])
    .filter((file) => !initial.has(file))
    .map((file) => preloadOf('/assets/', file, host))
  if (!release || !remote || !ofRemote) return { manifest: undefined, files: hostFiles }
  const { name, version } = release
  const folder = releaseFolder(name, version)
  const remoteFiles = unique([ENTRY_FILE, ...ofRemote.files]).map((file) =>
    preloadOf(folder, file, remote),
  )
  return { manifest: manifestUrl(name, version), files: [...remoteFiles, ...hostFiles] }
}
