import { join } from 'node:path'
import { z } from 'zod'
import { ROUTE_ASSETS_FILE, ENTRY_FILE, manifestUrl, releaseFolder } from '@awards/shared/platform'
import type { RegistryReader, Release } from '../registry/registry.types.ts'
import type { ReadJson } from './file-cache.ts'

const Assets = z.object({ files: z.array(z.string()), shared: z.array(z.string()) })
const RouteAssets = z.object({
  initial: z.array(z.string()),
  /** The script that fetches the others once a page with content is painted. */
  start: z.string().optional(),
  provided: z.record(
    z.string(),
    z.object({ files: z.array(z.string()), needs: z.array(z.string()) }),
  ),
  exposed: Assets,
  screens: z.array(Assets.extend({ path: z.string() })),
  catalogs: z.object({
    en: z.array(z.string()),
    fr: z.array(z.string()),
    zh: z.array(z.string()),
  }),
  fonts: z.array(z.string()),
  integrity: z.record(z.string(), z.string()),
  /** The build asks for its style sheets with their digest; builds of before did so for scripts alone. */
  sealedStyles: z.boolean().default(false),
})
/** Which files of a build a route needs. */
export type RouteAssets = z.infer<typeof RouteAssets>

export const NO_ASSETS: RouteAssets = {
  initial: [],
  provided: {},
  exposed: { files: [], shared: [] },
  screens: [],
  catalogs: { en: [], fr: [], zh: [] },
  fonts: [],
  integrity: {},
  sealedStyles: false,
}

/** The list of the shell's build, or an empty one. */
export async function shellAssets(folder: string, readJson: ReadJson): Promise<RouteAssets> {
  const parsed = RouteAssets.safeParse(await readJson(join(folder, ROUTE_ASSETS_FILE)))
  return parsed.success ? parsed.data : NO_ASSETS
}

const MOST_KNOWN = 100
/** Lists of releases are some kilobytes, and are kept in memory. */
const LARGEST = 256 * 1024

/**
 * The lists of published releases, which never change. A page does without its preloads rather than
 * failing when a list cannot be read.
 */
export function releaseAssets(registry: RegistryReader) {
  const known = new Map<string, RouteAssets>()

  return async ({ name, version }: Release): Promise<RouteAssets | undefined> => {
    const key = `${name}/${version}`
    const kept = known.get(key)
    if (kept) return kept
    const bytes = await registry.file(name, version, ROUTE_ASSETS_FILE).catch(() => undefined)
    const parsed = bytes && bytes.length <= LARGEST && RouteAssets.safeParse(jsonOf(bytes))
    if (!parsed || !parsed.success) return undefined
    known.set(key, parsed.data)
    for (const oldest of known.keys()) {
      if (known.size <= MOST_KNOWN) break
      known.delete(oldest)
    }
    return parsed.data
  }
}
export type ReleaseAssets = ReturnType<typeof releaseAssets>

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

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

type PreloadInput = {
  path: string
  language: keyof RouteAssets['catalogs']
  release: Release | undefined
}

const unique = (list: readonly string[]) => [...new Set(list)]

/** The files of one build that a route needs, beside the shared modules. */
function filesOfBuild(build: RouteAssets, { path, language }: PreloadInput) {
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
  wanted: PreloadInput,
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
