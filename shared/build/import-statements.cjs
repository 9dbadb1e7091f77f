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

module.exports = { importStatements, namedImports }
