const { promisify } = require('node:util')
const { brotliCompress, constants } = require('node:zlib')

const NAME = 'PrecompressPlugin'
const COMPRESSED = /\.(js|css)$/
/** The server sends what is smaller as it is (platform/src/site/static-files.ts). */
const WORTH_COMPRESSING_BYTES = 1024
const compress = promisify(brotliCompress)

/**
 * Writes each script and style a second time, as small as brotli can make it: `main.js.br` beside
 * `main.js`. Compression at request time would be too slow for that quality.
 */
module.exports = class PrecompressPlugin {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER
      compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, async (assets) => {
        const files = Object.keys(assets).filter((file) => COMPRESSED.test(file))
        await Promise.all(
          files.map(async (file) => {
            const bytes = assets[file].buffer()
            if (bytes.length < WORTH_COMPRESSING_BYTES) return
            const params = {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            }
            const small = await compress(bytes, { params })
            compilation.emitAsset(`${file}.br`, new sources.RawSource(small))
          }),
        )
      })
    })
  }
}
