import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'

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
 * What a module offers at run time, sorted. Types are left out: the compiler sees to them, and a release
 * that is built already has none.
 */
export function exportsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true)
  const names = source.statements.flatMap((node) =>
    ts.isExportDeclaration(node) ? reExported(node, file) : declared(node),
  )
  return [...new Set(names)].sort()
}
