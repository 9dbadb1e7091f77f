const path = require('node:path')
const { NormalModuleReplacementPlugin } = require('webpack')
const { BUNDLED, shareList } = require('./shares/share-list.cjs')
const { containerName, SHARED } = require('./workspace.cjs')

const EXPOSED = './routes'
const FORGET_FAILURES = path.join(SHARED, 'src/browser/forget-failures.ts')

/** How every icon imports its base. */
const ICON_BASE = /^\.\.\/components\/AntdIconLight(\.js)?$/
const HOST_ICON_BASE = '@awards/shared/icon-base'

/** In a remote the base of icons is the host's copy (it knows the nonce). */
const hostIconBase = () => new NormalModuleReplacementPlugin(ICON_BASE, HOST_ICON_BASE)

/** How a version of a remote becomes a container that the host can load; `antd`: what it consumes. */
const containerOptions = (name, version, antd) => ({
  name: containerName(name),
  filename: 'remoteEntry.js',
  library: { type: 'global', name: `${containerName(name)}_${version.replace(/\W/g, '_')}` },
  shared: shareList(name, antd),
  shareStrategy: 'loaded-first',
  manifest: true,
  dts: false,
  runtimePlugins: [FORGET_FAILURES],
  experiments: {
    externalRuntime: true,
    optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
  },
})

const ONE_COPY = 'OneCopyPlugin'
const PAGES = ['pages.ts', 'remote-pages.gen.ts'].map((file) =>
  path.join(SHARED, 'src/domain', file),
)
const BUNDLED_FOLDERS = BUNDLED.map((folder) => path.join(SHARED, 'src', folder))
const inside = (folder, file) => file.startsWith(folder + path.sep)

/** Fails the build of a remote that would carry its own copy of a module the host provides. */
class OneCopyPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(ONE_COPY, (compilation) => {
      compilation.hooks.finishModules.tap(ONE_COPY, (modules) => {
        for (const { resource = '' } of modules) {
          const isBundled =
            PAGES.includes(resource) || BUNDLED_FOLDERS.some((folder) => inside(folder, resource))
          const isCopy = inside(path.join(SHARED, 'src'), resource) && !isBundled
          if (isCopy || /[\\/]node_modules[\\/](react|react-dom|antd|redux)[\\/]/.test(resource)) {
            const error = new compiler.webpack.WebpackError(
              `${resource} would be bundled into a remote; the shell provides it once for all. ` +
                'Import it through a key of shared/build/shares/share-list.cjs.',
            )
            compilation.errors.push(error)
          }
        }
      })
    })
  }
}

const STABLE_IDS = 'StableIdsPlugin'

/** Modules that the federation makes up; their names carry the path of this checkout. */
const MADE_UP = [
  ['container', /^container entry /],
  ['federation', /[\\/]\.federation[\\/]entry\.\w+\.js/],
]

/** Gives these modules ids of their own, so that the same sources give the same bytes in every folder. */
class StableIdsPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap(STABLE_IDS, (compilation) => {
      compilation.hooks.beforeModuleIds.tap(STABLE_IDS, (modules) => {
        for (const module of modules) {
          const [id] = MADE_UP.find(([, pattern]) => pattern.test(module.identifier())) ?? []
          if (id) compilation.chunkGraph.setModuleId(module, id)
        }
      })
    })
  }
}

module.exports = {
  EXPOSED,
  HOST_ICON_BASE,
  ICON_BASE,
  OneCopyPlugin,
  StableIdsPlugin,
  containerOptions,
  hostIconBase,
}
