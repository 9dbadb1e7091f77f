import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import ts from 'typescript'
import { z } from 'zod'

export const ROOT = resolve(import.meta.dirname, '../..')

export const Schema = z.record(z.string(), z.unknown())
export type Schema = z.infer<typeof Schema>

const Call = z.object({ method: z.string(), path: z.string(), input: Schema, output: Schema })
export type Call = z.infer<typeof Call>

/** API surface of a version of `@awards/shared`: exports of its modules, and the schemas of the API's calls. */
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

/** Computes the surface of a checkout. */
export async function surfaceOf(root = ROOT): Promise<Surface> {
  const shared = PackageJson.parse(read(join(root, 'shared/package.json')))
  return {
    version: shared.version,
    modules: modulesOf(root, shared.exports),
    calls: await callsOf(root),
  }
}

/** The surface of the last release of `shared`, beside the remotes that were built with it. */
export const RELEASED = 'e2e/fixtures/previous-release/surface.json.gz'

export const readSurface = (): Surface =>
  Surface.parse(JSON.parse(gunzipSync(readFileSync(join(ROOT, RELEASED))).toString()))

export const writeSurface = (surface: Surface) =>
  writeFileSync(join(ROOT, RELEASED), gzipSync(JSON.stringify(surface), { level: 9 }))

const isExported = (node: ts.Node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const isDefault = (node: ts.Node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((one) => (ts.isBindingElement(one) ? boundNames(one.name) : []))
}

function declared(node: ts.Statement): string[] {
  if (ts.isExportAssignment(node)) return ['default']
  if (!isExported(node)) return []
  if (isDefault(node)) return ['default']
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) => boundNames(name))
  }
  const isValue = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)
  return isValue && node.name ? [node.name.text] : []
}

function reExported(node: ts.ExportDeclaration, file: string): string[] {
  if (node.isTypeOnly) return []
  const { exportClause: clause, moduleSpecifier: from } = node
  if (!clause) {
    if (!from || !ts.isStringLiteral(from) || !from.text.startsWith('.')) {
      throw new Error(`${file} re-exports all of a package; name what it offers.`)
    }
    return exportsOf(resolve(dirname(file), from.text)).filter((name) => name !== 'default')
  }
  if (ts.isNamespaceExport(clause)) return [clause.name.text]
  return clause.elements.filter((one) => !one.isTypeOnly).map(({ name }) => name.text)
}

/**
 * Runtime exports of a module, sorted. Types are left out: the compiler checks them, and a built release has none.
 */
export function exportsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true)
  const names = source.statements.flatMap((node) =>
    ts.isExportDeclaration(node) ? reExported(node, file) : declared(node),
  )
  return [...new Set(names)].sort()
}
