import { join } from 'node:path'
import { z } from 'zod'
import type { ReadJson, Release } from './releases.ts'

const Assets = z.object({ files: z.array(z.string()), shared: z.array(z.string()) })
const RouteAssets = z.object({
  initial: z.array(z.string()),
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
})
export type RouteAssets = z.infer<typeof RouteAssets>

export async function readRouteAssets(folder: string, readJson: ReadJson) {
  const parsed = RouteAssets.safeParse(await readJson(join(folder, 'route-assets.json')))
  return parsed.success ? parsed.data : undefined
}

/** The files behind shared modules, with those of the modules that they need themselves. */
function filesOfShared(keys: Iterable<string>, host: RouteAssets): string[] {
  const seen = new Set(keys)
  for (const key of seen) for (const needed of host.provided[key]?.needs ?? []) seen.add(needed)
  return [...seen].flatMap((key) => host.provided[key]?.files ?? [])
}

export type Preload = { href: string; integrity: string | undefined }
export type Preloads = { manifest: string | undefined; files: Preload[] }

const REMOTE_ENTRY = 'remoteEntry.js'

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

/**
 * What the page of a route will ask for, so that the document can name it all at once: the texts, the
 * remote's manifest, entry and screen, and the shared modules of the host that these consume.
 */
export function preloadsOf(
  wanted: Wanted,
  { host, remote }: { host: RouteAssets; remote: RouteAssets | undefined },
): Preloads {
  const { release } = wanted
  const own = filesOfBuild(host, wanted)
  const ofRemote = remote && filesOfBuild(remote, wanted)
  const shared = filesOfShared([...own.shared, ...(ofRemote?.shared ?? [])], host)
  const initial = new Set(host.initial)
  const hostFiles = unique([...own.files, ...shared, ...host.fonts])
    .filter((file) => !initial.has(file))
    .map((file) => ({ href: `/assets/${file}`, integrity: host.integrity[file] }))
  if (!release || !remote || !ofRemote) return { manifest: undefined, files: hostFiles }
  const base = `/mfe/${release.name}/${release.version}/`
  const remoteFiles = unique([REMOTE_ENTRY, ...ofRemote.files]).map((file) => ({
    href: base + file,
    integrity: remote.integrity[file],
  }))
  return { manifest: `${base}mf-manifest.json`, files: [...remoteFiles, ...hostFiles] }
}
