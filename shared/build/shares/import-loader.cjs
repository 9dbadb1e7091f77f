const fs = require('node:fs')
const path = require('node:path')
const { antdModule, BUNDLED, PROVIDED, LIBRARIES, OWN_MODULES } = require('./share-list.cjs')
const { importStatements, namedImports } = require('./imports.cjs')
const { ROOT, SHARED } = require('../workspace.cjs')

const providedFile = (key) => `${PROVIDED[key].replace('@awards/shared', 'src')}.ts`

const providedNames = (key) => {
  const source = fs.readFileSync(path.join(SHARED, providedFile(key)), 'utf8')
  return new Set(
    [...source.matchAll(/export \{([^}]*)\}/g)].flatMap(([clause]) =>
      namedImports(clause).map(({ local }) => local),
    ),
  )
}

const ICONS = '@ant-design/icons'
const BUNDLED_IMPORT = new RegExp(
  `^@awards/shared/pages$|^(@awards/shared/(${BUNDLED.join('|')})|dayjs/(plugin|locale))/`,
)
const PRIVATE_TO_HOST = new Set(['zod', 'react-router', 'react-router/dom', 'react-dom/server'])

/** Writes each antd component and each icon as an import of its own module. */
function splitImport({ kind, clause, from }, file) {
  if (kind === 'export' || !/^\{[^}]*\}$/.test(clause)) {
    throw new Error(`Write "import { Button } from '${from}'" in ${file}, not "${clause}".`)
  }
  return namedImports(clause)
    .map(({ name, local }) =>
      from === 'antd'
        ? `import ${local} from '${antdModule(name, file)}'`
        : `import ${local} from '${ICONS}/es/icons/${name}'`,
    )
    .join(';')
}

/** Refuses a name of a package of which the shell provides a part. */
function refuseUnknownNames({ clause, from }, file) {
  const known = providedNames(from)
  const unknown = namedImports(clause).filter(({ name }) => !known.has(name))
  if (unknown.length === 0 && !clause.includes('*')) return
  throw new Error(
    `${file} takes ${unknown.map(({ name }) => name).join(', ') || clause} from ${from}, ` +
      `which the shell does not provide. Add the name to shared/${providedFile(from)}.`,
  )
}

/** Refuses what would put a second copy of a shared module into a remote. */
function refuseUnshared({ kind, clause, from }, file) {
  const advice = 'see shared/build/shares/share-list.cjs for what the shell provides'
  if (PRIVATE_TO_HOST.has(from)) {
    throw new Error(
      `${file} imports ${from}, which only the shell and @awards/shared may; ${advice}.`,
    )
  }
  const isShared = from in LIBRARIES || OWN_MODULES.includes(from)
  if (isShared && kind === 'export' && clause === '*') {
    throw new Error(`${file} re-exports all of ${from}, a shared module; name what you re-export.`)
  }
  const isBundled = BUNDLED_IMPORT.test(from)
  const family = [...Object.values(LIBRARIES), 'antd', '@awards/shared']
  if (
    !isShared &&
    !isBundled &&
    family.some((name) => from === name || from.startsWith(`${name}/`))
  ) {
    throw new Error(`${file} imports ${from}, which is not shared; ${advice}.`)
  }
}

/**
 * Runs before the compiler. `import { Button } from 'antd'` becomes `import Button from
 * 'antd/es/button'`, so that components are shared one by one; other imports of a remote are checked.
 */
function importLoader(source) {
  const { isRemote } = this.getOptions()
  const file = path.relative(ROOT, this.resourcePath)
  let result = source
  for (const statement of importStatements(source)) {
    if (statement.from === 'antd' || statement.from === ICONS) {
      result = result.replace(statement.text, () => splitImport(statement, file))
    } else if (statement.from === 'react-router-dom') {
      refuseUnknownNames(statement, file)
    } else if (isRemote && !this.resourcePath.startsWith(SHARED + path.sep)) {
      if (statement.from in PROVIDED) refuseUnknownNames(statement, file)
      refuseUnshared(statement, file)
    }
  }
  return result
}

module.exports = importLoader
