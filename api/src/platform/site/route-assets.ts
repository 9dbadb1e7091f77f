import { join } from 'node:path'
import { z } from 'zod'
import { ROUTE_ASSETS_FILE } from '@awards/shared/platform'
import type { RegistryReader, Release } from '../registry/registry.types.ts'
import type { ReadJson } from './json-files.ts'

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
