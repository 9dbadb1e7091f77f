const { enableCompileCache } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

// What Node strips and compiles is kept for the next worker and the next run.
enableCompileCache(join(__dirname, '../../.cache/compiled'))

let files = 0

/**
 * Loads test files by Node itself, as production loads the API: the application and its packages are loaded once in
 * a worker process and shared by its test files. jest's own runtime links all of them anew for each file, which takes
 * 2 to 3 s. A test file itself is new each time, and jest-circus with it.
 */
module.exports = class NativeRuntime {
  constructor(_config, environment) {
    this.environment = environment
  }

  /** jest-circus keeps its state in module scope: each test file has one of its own. */
  requireInternalModule(path) {
    forgetCircus()
    delete require.cache[path]
    return require(path)
  }

  requireModule(path) {
    return require(path)
  }

  unstable_shouldLoadAsEsm() {
    return true
  }

  unstable_importModule(path) {
    files += 1
    return import(`${pathToFileURL(path)}?file=${files}`)
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}

  getSourceMaps() {
    return new Map()
  }

  getAllCoverageInfoCopy() {
    return undefined
  }

  teardown() {
    forgetCircus()
  }
}

function forgetCircus() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    if (['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'].includes(symbol.description))
      delete globalThis[symbol]
  }
}
