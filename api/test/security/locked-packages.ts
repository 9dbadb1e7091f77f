import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parse } from 'yaml'
import { ROOT_DIR } from '../../src/start/config.ts'

const STORE = join(ROOT_DIR, 'node_modules/.pnpm')

const Dependencies = z.record(z.string(), z.union([z.string(), z.object({ version: z.string() })]))
const Lockfile = z.object({
  importers: z.record(z.string(), z.object({ dependencies: Dependencies.optional() })),
  packages: z.record(
    z.string(),
    z.object({
      resolution: z.object({ integrity: z.string().optional(), tarball: z.string().optional() }),
    }),
  ),
  snapshots: z.record(
    z.string(),
    z.object({
      dependencies: Dependencies.optional(),
      optionalDependencies: Dependencies.optional(),
    }),
  ),
})

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.unknown().optional(),
  licenses: z.unknown().optional(),
  scripts: z.record(z.string(), z.string()).optional(),
})
export type Installed = z.infer<typeof Manifest>

const textOf = (name: string) => readFileSync(join(ROOT_DIR, name), 'utf8')

let locked: z.infer<typeof Lockfile> | undefined

/** The parsed lockfile; cached, since it is long. */
export const lockfile = () => (locked ??= Lockfile.parse(parse(textOf('pnpm-lock.yaml'))))
export const workspace = () =>
  z
    .object({ packages: z.array(z.string()), allowBuilds: z.record(z.string(), z.boolean()) })
    .parse(parse(textOf('pnpm-workspace.yaml')))

/** `name@version` without the peer suffix of a snapshot. */
const plainKey = (key: string) => key.replace(/\(.*$/, '')

/** Transitive dependencies of the given workspace folders. */
export function neededBy(folders: readonly string[]): Set<string> {
  const { importers, snapshots } = lockfile()
  const needed = new Set<string>()
  const waiting = folders.flatMap((folder) => keysOf(importers[folder]?.dependencies))
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (needed.has(key)) continue
    needed.add(key)
    const { dependencies, optionalDependencies } = snapshots[key] ?? {}
    waiting.push(...keysOf(dependencies), ...keysOf(optionalDependencies))
  }
  return new Set([...needed].map(plainKey))
}

function keysOf(dependencies: z.infer<typeof Dependencies> = {}): string[] {
  return Object.entries(dependencies).flatMap(([name, given]) => {
    const version = typeof given === 'string' ? given : given.version
    if (version.startsWith('link:')) return []
    // An alias has another package as its version.
    return /^@?[a-z]/.test(version) ? version : `${name}@${version}`
  })
}

/** Installed packages by `name@version`. */
export function installed(): Map<string, Installed> {
  const found = new Map<string, Installed>()
  for (const folder of readdirSync(STORE, { withFileTypes: true })) {
    if (!folder.isDirectory() || folder.name === 'node_modules') continue
    for (const path of packagesIn(join(STORE, folder.name, 'node_modules'))) {
      const manifest = Manifest.safeParse(
        JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')),
      )
      if (manifest.success)
        found.set(`${manifest.data.name}@${manifest.data.version}`, manifest.data)
    }
  }
  return found
}

/** Packages that are real folders, not symlinks. */
function packagesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name === '.bin') return []
    const path = join(folder, entry.name)
    return entry.name.startsWith('@') ? packagesIn(path) : [path]
  })
}

/** Licence of a package, from `license` or the old `licenses`. */
export function licenceOf({ license, licenses }: Installed): string {
  const One = z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)])
  const given = One.safeParse(license ?? (Array.isArray(licenses) ? licenses[0] : licenses))
  return given.success ? given.data : 'unknown'
}
