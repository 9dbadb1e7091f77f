const path = require('node:path')
const { SHARED } = require('./workspace.cjs')

const NAME = 'OneCopyPlugin'
const BUNDLED = path.join(SHARED, 'src/kernel')
const inside = (folder, file) => file.startsWith(folder + path.sep)

/** Fails the build of a remote that would carry its own copy of a module the host provides. */
module.exports = class OneCopyPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        for (const { resource = '' } of modules) {
          const isCopy = inside(path.join(SHARED, 'src'), resource) && !inside(BUNDLED, resource)
          if (isCopy || /[\\/]node_modules[\\/](react|react-dom|antd|redux)[\\/]/.test(resource)) {
            const error = new compiler.webpack.WebpackError(
              `${resource} would be bundled into a remote; the shell provides it once for all. ` +
                'Import it through a key of shared/build/share-list.cjs.',
            )
            compilation.errors.push(error)
          }
        }
      })
    })
  }
}
