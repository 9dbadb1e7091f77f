const fs = require('node:fs')
const path = require('node:path')
const { webpack } = require('webpack')
const { serverConfig } = require('./server-config.cjs')

const NAME = 'ServerBuildPlugin'

const run = (config) =>
  new Promise((resolve, reject) => {
    webpack(config, (failure, stats) => {
      if (failure) return reject(failure)
      if (stats.hasErrors()) return reject(new Error(stats.toString('errors-only')))
      resolve(fs.readFileSync(path.join(config.output.path, config.output.filename)))
    })
  })

/**
 * Builds the same pages for the server too, and adds the result to this build as one file: in the
 * release of a remote it is sealed and published like every other.
 */
module.exports = class ServerBuildPlugin {
  constructor({ name, file }) {
    this.name = name
    this.file = file
  }

  apply(compiler) {
    const { Compilation, WebpackError, sources } = compiler.webpack
    let built
    compiler.hooks.run.tap(NAME, () => {
      built = run(serverConfig(this.name)).then(
        (bytes) => ({ bytes }),
        (error) => ({ error }),
      )
    })
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, async () => {
        const { bytes, error } = await built
        if (error) compilation.errors.push(new WebpackError(`For the server: ${error.message}`))
        else compilation.emitAsset(this.file, new sources.RawSource(bytes))
      })
    })
  }
}
