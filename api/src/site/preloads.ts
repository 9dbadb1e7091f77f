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

/**
 * What the page of a route will ask for, so that the document can name it all at once: the remote's
 * manifest, entry and screen, and the shared modules of the host that these consume.
 */
export function preloadsOf(
  { path, release }: { path: string; release: Release | undefined },
  { host, remote }: { host: RouteAssets; remote: RouteAssets | undefined },
): Preloads {
  if (!release || !remote) return { manifest: undefined, files: [] }
  const base = `/mfe/${release.name}/${release.version}/`
  const screens = remote.screens.filter((screen) => screen.path === path.replace(/^\//, ''))
  const needed = [remote.exposed, ...screens]
  const own = new Set([REMOTE_ENTRY, ...needed.flatMap(({ files }) => files)])
  const shared = new Set(filesOfShared(new Set(needed.flatMap((one) => one.shared)), host))
  const initial = new Set(host.initial)
  const more = [...shared].filter((file) => !initial.has(file))
  return {
    manifest: `${base}mf-manifest.json`,
    files: [
      ...[...own].map((file) => ({ href: base + file, integrity: remote.integrity[file] })),
      ...more.map((file) => ({ href: `/assets/${file}`, integrity: host.integrity[file] })),
    ],
  }
}
