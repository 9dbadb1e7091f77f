const fs = require('node:fs')
const path = require('node:path')
const { antdModule } = require('./antd-modules.cjs')
const { namedImports } = require('./import-statements.cjs')
const { KERNELS, LIBRARIES, OWN_MODULES } = require('./share-list.cjs')
const { SHARED } = require('./workspace.cjs')

const kernelFile = (key) => `${KERNELS[key].replace('@awards/shared', 'src')}.ts`

const kernelNames = (key) => {
  const source = fs.readFileSync(path.join(SHARED, kernelFile(key)), 'utf8')
  return new Set(
    [...source.matchAll(/export \{([^}]*)\}/g)].flatMap(([clause]) =>
      namedImports(clause).map(({ local }) => local),
    ),
  )
}

const ICONS = '@ant-design/icons'
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
  const known = kernelNames(from)
  const unknown = namedImports(clause).filter(({ name }) => !known.has(name))
  if (unknown.length === 0 && !clause.includes('*')) return
  throw new Error(
    `${file} takes ${unknown.map(({ name }) => name).join(', ') || clause} from ${from}, ` +
      `which the shell does not provide. Add the name to shared/${kernelFile(from)}.`,
  )
}

/** Refuses what would put a second copy of a shared module into a remote. */
function refuseUnshared({ kind, clause, from }, file) {
  const advice = 'see shared/build/share-list.cjs for what the shell provides'
  if (PRIVATE_TO_HOST.has(from)) {
    throw new Error(
      `${file} imports ${from}, which only the shell and @awards/shared may; ${advice}.`,
    )
  }
  const isShared = from in LIBRARIES || OWN_MODULES.includes(from)
  if (isShared && kind === 'export' && clause === '*') {
    throw new Error(`${file} re-exports all of ${from}, a shared module; name what you re-export.`)
  }
  const isBundled =
    from.startsWith('@awards/shared/kernel/') || /^dayjs\/(plugin|locale)\//.test(from)
  const family = [...Object.values(LIBRARIES), 'antd', '@awards/shared']
  if (
    !isShared &&
    !isBundled &&
    family.some((name) => from === name || from.startsWith(`${name}/`))
  ) {
    throw new Error(`${file} imports ${from}, which is not shared; ${advice}.`)
  }
}

module.exports = { ICONS, refuseUnknownNames, refuseUnshared, splitImport }
