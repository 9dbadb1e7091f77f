const fs = require('node:fs')
const path = require('node:path')
const { KERNELS, LIBRARIES, OWN_MODULES } = require('./share-list.cjs')
const { HOST, ROOT } = require('./workspace.cjs')

const FILE = path.join(ROOT, HOST, '.cache/server-provided.js')

/**
 * Writes the module by which the server's build of the shell gives remotes what they share. It imports,
 * since several of these packages are another copy to those who require them.
 */
function writeServerProvided() {
  const keys = [...Object.keys(LIBRARIES), ...OWN_MODULES]
  const imports = keys.map((key, index) => `import * as m${index} from '${KERNELS[key] ?? key}'`)
  const entries = keys.map((key, index) => `  '${key}': m${index},`)
  const source = `${imports.join('\n')}\nexport default {\n${entries.join('\n')}\n}\n`
  fs.mkdirSync(path.dirname(FILE), { recursive: true })
  if (!fs.existsSync(FILE) || fs.readFileSync(FILE, 'utf8') !== source) {
    fs.writeFileSync(FILE, source)
  }
  return FILE
}

module.exports = { writeServerProvided }
