import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { exportsOf } from './exports.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

export const Schema = z.record(z.string(), z.unknown())
export type Schema = z.infer<typeof Schema>

const Call = z.object({ method: z.string(), path: z.string(), input: Schema, output: Schema })
export type Call = z.infer<typeof Call>

/** What a version of `@awards/shared` offers to remotes: what its modules export, and the API's calls. */
export const Surface = z.object({
  version: z.string(),
  modules: z.record(z.string(), z.array(z.string())),
  calls: z.record(z.string(), Call),
})
export type Surface = z.infer<typeof Surface>

type Endpoint = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly input: z.ZodType
  readonly output: z.ZodType
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const PackageJson = z.object({ version: z.string(), exports: z.record(z.string(), z.string()) })

function modulesOf(root: string, exported: Record<string, string>): Surface['modules'] {
  const { OWN_MODULES } = createRequire(join(root, 'shared/package.json'))(
    './build/shares/share-list.cjs',
  ) as { OWN_MODULES: string[] }
  const modules = OWN_MODULES.toSorted().map((key) => {
    const file = exported[key.replace('@awards/shared', '.')]
    if (!file) throw new Error(`${key} is shared, but shared/package.json does not export it.`)
    return [key, exportsOf(join(root, 'shared', file))] as const
  })
  return Object.fromEntries(modules)
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return Schema.parse(JSON.parse(JSON.stringify(rest)))
}

async function callsOf(root: string): Promise<Surface['calls']> {
  const file = pathToFileURL(join(root, 'shared/src/contract/index.ts')).href
  const { ALL_CALLS } = (await import(file)) as { ALL_CALLS: readonly Endpoint[] }
  const calls = ALL_CALLS.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(
    ({ name, method, path, input, output }) =>
      [
        name,
        { method, path, input: schemaOf(input, 'input'), output: schemaOf(output, 'output') },
      ] as const,
  )
  return Object.fromEntries(calls)
}

/** The surface of a checkout's sources. */
export async function surfaceOf(root = ROOT): Promise<Surface> {
  const shared = PackageJson.parse(read(join(root, 'shared/package.json')))
  return {
    version: shared.version,
    modules: modulesOf(root, shared.exports),
    calls: await callsOf(root),
  }
}

/** The surface of today's version, as it was written down. */
export const LOCK = join(ROOT, 'shared/surface.json')
/** That of the version before. */
export const PREVIOUS = join(ROOT, 'shared/surface.previous.json')

export const readSurface = (file: string): Surface => Surface.parse(read(file))
