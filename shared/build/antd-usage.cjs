const fs = require('node:fs')
const path = require('node:path')
const { antdModule } = require('./antd-modules.cjs')
const { importStatements, namedImports } = require('./import-statements.cjs')
const { ROOT, SHARED, packageJson, sourceFiles } = require('./workspace.cjs')

const SOURCE = /\.tsx?$/
const read = (file) => importStatements(fs.readFileSync(file, 'utf8'))

const antdOf = (statements, file) =>
  statements
    .filter(({ from }) => from === 'antd')
    .flatMap(({ clause }) => namedImports(clause))
    .map(({ name }) => antdModule(name, file))

/** Every antd component that the sources of a package use, sorted. */
function usedAntd(name) {
  const used = sourceFiles(path.join(ROOT, name, 'src'))
    .filter((file) => SOURCE.test(file))
    .flatMap((file) => antdOf(read(file), file))
  return [...new Set(used)].sort()
}

function resolve(from, importer) {
  if (from.startsWith('.')) return path.resolve(path.dirname(importer), from)
  const own = /^@awards\/shared\/(.+)$/.exec(from)
  if (!own) return undefined
  for (const [key, target] of Object.entries(packageJson('shared').exports)) {
    if (key === `./${own[1]}`) return path.join(SHARED, target)
    const [prefix, suffix] = key.split('*')
    if (suffix === undefined || !`./${own[1]}`.startsWith(prefix)) continue
    const rest = `./${own[1]}`.slice(prefix.length, suffix ? -suffix.length : undefined)
    const file = path.join(SHARED, target.replace('*', rest))
    if (fs.existsSync(file)) return file
  }
  return undefined
}

/**
 * What is evaluated before the first screen of the host: the antd components and shared modules that
 * its entry reaches without a dynamic import. These have to be eager, or webpack refuses to run.
 */
function eagerImports(entries) {
  const seen = new Set(entries)
  const eager = new Set()
  for (const file of seen) {
    if (!SOURCE.test(file) || !fs.existsSync(file)) continue
    const statements = read(file)
    for (const key of antdOf(statements, file)) eager.add(key)
    for (const { from } of statements) {
      eager.add(from)
      const next = resolve(from, file)
      if (next) seen.add(next)
    }
  }
  return eager
}

module.exports = { eagerImports, usedAntd }
