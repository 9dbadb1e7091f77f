const fs = require('node:fs')
const path = require('node:path')
const { KERNELS, LIBRARIES, OWN_MODULES } = require('./share-list.cjs')
const { HOST, ROOT } = require('./workspace.cjs')

const FILE = path.join(ROOT, HOST, '.cache/server-provided.cjs')

/** Writes the module by which the server's build of the shell gives remotes what they share. */
function writeServerProvided() {
  const lines = [...Object.keys(LIBRARIES), ...OWN_MODULES].map(
    (key) => `  '${key}': () => require('${KERNELS[key] ?? key}'),`,
  )
  const source = `module.exports = {\n${lines.join('\n')}\n}\n`
  fs.mkdirSync(path.dirname(FILE), { recursive: true })
  if (!fs.existsSync(FILE) || fs.readFileSync(FILE, 'utf8') !== source) {
    fs.writeFileSync(FILE, source)
  }
  return FILE
}

module.exports = { writeServerProvided }
