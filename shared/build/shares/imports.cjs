const fs = require('node:fs')
const path = require('node:path')
const { antdModule } = require('./share-list.cjs')
const { ROOT, SHARED, packageJson, sourceFiles } = require('../workspace.cjs')

const STATEMENT =
  /^(?<kind>import|export)\s+(?<clause>(?!type\b)[\w$*\s{},]+?)\s+from\s+['"](?<from>[^'"]+)['"];?|^import\s+['"](?<bare>[^'"]+)['"];?/gm

/** Splits `{ A, type B, C as D }` into the values it names. */
function namedImports(clause) {
  const braces = /\{([^}]*)\}/.exec(clause)
  if (!braces) return []
  return braces[1]
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item && !item.startsWith('type '))
    .map((item) => item.split(/\s+as\s+/))
    .map(([name, local = name]) => ({ name, local }))
}

const isTypesOnly = (clause) => clause.startsWith('{') && namedImports(clause).length === 0

/** The static imports and re-exports of a module that are still there when types are gone. */
function importStatements(source) {
  return [...source.matchAll(STATEMENT)]
    .map((match) => {
      const { kind = 'import', clause = '', from, bare } = match.groups
      return { text: match[0], kind, clause: clause.trim(), from: from ?? bare }
    })
    .filter((statement) => !isTypesOnly(statement.clause))
}

const SOURCE = /\.tsx?$/
const read = (file) => importStatements(fs.readFileSync(file, 'utf8'))

const antdOf = (statements, file) =>
  statements
    .filter(({ from }) => from === 'antd')
    .flatMap(({ clause }) => namedImports(clause))
    .map(({ name }) => antdModule(name, file))

const FORMS = path.join(SHARED, 'src/forms') + path.sep
const DYNAMIC =
  /\b(?:import|require(?:\.resolve)?)\(\s*(?:\/\*[\s\S]*?\*\/\s*)*(?:'([^']+)'|`([^`]+)`)/g

/** What a module asks for at run time; of a request with a variable in it the part before. */
const dynamicRequests = (source) =>
  [...source.matchAll(DYNAMIC)].map(([, from, template]) => from ?? template.split('${')[0])

/** Every antd component that a package uses in its sources and in the forms of `shared` that it bundles, sorted. */
function usedAntd(name) {
  const files = new Set(
    sourceFiles(path.join(ROOT, name, 'src')).filter((file) => SOURCE.test(file)),
  )
  const used = new Set()
  for (const file of files) {
    const statements = read(file)
    for (const key of antdOf(statements, file)) used.add(key)
    for (const from of [
      ...statements.map((one) => one.from),
      ...dynamicRequests(fs.readFileSync(file, 'utf8')),
    ]) {
      const isForm = from.startsWith('@awards/shared/forms/')
      // A form's own parts, also those that it loads when they are needed.
      const isPart = from.startsWith('.') && file.startsWith(FORMS)
      const form = (isForm || isPart) && resolveOwn(from, file)
      if (form && SOURCE.test(form)) files.add(form)
    }
  }
  return [...used].sort()
}

/** The file of a relative import, or of a module of `shared`; undefined for a package. */
function resolveOwn(from, importer) {
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
      const next = resolveOwn(from, file)
      if (next) seen.add(next)
    }
  }
  return eager
}

module.exports = {
  dynamicRequests,
  eagerImports,
  importStatements,
  namedImports,
  resolveOwn,
  usedAntd,
}
