import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { z } from 'zod'

type Endpoint = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly input: z.ZodType
  readonly output: z.ZodType
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const PackageJson = z.object({ version: z.string(), exports: z.record(z.string(), z.string()) })

function modulesOf(root: string, exported: Record<string, string>): Record<string, string[]> {
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

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return JSON.parse(JSON.stringify(rest)) as Record<string, unknown>
}

async function callsOf(root: string) {
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

/** The API surface of `shared` in a checkout: exports of its modules, and the schemas of the API's calls. */
export async function surfaceOf(root: string) {
  const shared = PackageJson.parse(read(join(root, 'shared/package.json')))
  return {
    version: shared.version,
    modules: modulesOf(root, shared.exports),
    calls: await callsOf(root),
  }
}

/**
 * The surface as bytes for a release: the same for the same sources of `shared`. Kept below `.cache` by their hash, since
 * it takes a second to compute.
 */
export async function surfaceBytes(root: string, sources: readonly string[]): Promise<Buffer> {
  const hash = createHash('sha256')
  for (const file of sources) hash.update(readFileSync(file))
  const cached = join(root, '.cache/surface', `${hash.digest('hex').slice(0, 20)}.json.gz`)
  if (existsSync(cached)) return readFileSync(cached)
  const bytes = gzipSync(JSON.stringify(await surfaceOf(root)), { level: 9 })
  // The operating system that packed it, which is not the same everywhere.
  bytes[9] = 255
  mkdirSync(dirname(cached), { recursive: true })
  const own = `${cached}.${process.pid}`
  writeFileSync(own, bytes)
  renameSync(own, cached)
  return bytes
}

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
