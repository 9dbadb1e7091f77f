const fs = require('node:fs')
const path = require('node:path')
const { createRequire } = require('node:module')

const runtime = createRequire(require.resolve('@module-federation/runtime'))
const core = createRequire(runtime.resolve('@module-federation/runtime-core'))

/** The file of a package as an ES module; its CommonJS twin stands beside it. */
function esModule(from, name) {
  const twin = from.resolve(name)
  const found = ['.js', '.mjs']
    .map((ending) => path.join(path.dirname(twin), path.basename(twin, '.cjs') + ending))
    .find((file) => fs.existsSync(file))
  if (!found) throw new Error(`${name} has no ES module beside ${twin}.`)
  return found
}

/**
 * The federation runtime asks for its own packages by import and by require, and would be in the first
 * script twice, once in each form. For `resolve.alias`.
 */
const RUNTIME_IN_ONE_FORM = {
  '@module-federation/runtime-core$': esModule(runtime, '@module-federation/runtime-core'),
  '@module-federation/sdk$': esModule(core, '@module-federation/sdk'),
  '@module-federation/error-codes$': esModule(core, '@module-federation/error-codes'),
}

module.exports = { RUNTIME_IN_ONE_FORM }
