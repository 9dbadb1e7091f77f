const fs = require('node:fs')
const path = require('node:path')
const { SHARED } = require('./workspace.cjs')

const INDEX = path.join(SHARED, 'node_modules/antd/es/index.js')
const EXPORT = /^export \{ default as (\w+) \} from '\.\/([\w-]+)';$/gm

const modules = new Map(
  [...fs.readFileSync(INDEX, 'utf8').matchAll(EXPORT)].map(([, name, folder]) => [
    name,
    `antd/es/${folder}`,
  ]),
)

/** The modules of everything that antd exports, sorted; the host offers them all. */
const ANTD_MODULES = [...new Set(modules.values())].sort()

/** The module of one antd component: `DatePicker` is in `antd/es/date-picker`. */
function antdModule(name, file) {
  const found = modules.get(name)
  if (!found) throw new Error(`antd has no component "${name}" (imported in ${file}).`)
  return found
}

module.exports = { ANTD_MODULES, antdModule }
