const fs = require('node:fs')
const path = require('node:path')
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const { HOST, ROOT } = require('../workspace.cjs')
const { proxiedDevConfig } = require('../proxied-dev-config.cjs')
const { hotServer } = require('./dev-server.cjs')
const { hostConfig } = require('../host-config.cjs')
const { refreshRules } = require('../base-config.cjs')
const { TextsPlugin } = require('../texts.cjs')

const DEV_DOCUMENT = 'DevDocumentPlugin'
const isAsset = (file) => /\.(js|css)$/.test(file) && !file.includes('.hot-update.')

/** As RouteAssetsPlugin writes it, without what an edit would make wrong: digests, and files of screens. */
const assetsOf = (initial) => ({
  initial,
  provided: {},
  exposed: {
    files: [],
    shared: [],
  },
  screens: [],
  catalogs: {
    en: [],
    fr: [],
    zh: [],
  },
  fonts: [],
  integrity: {},
  sealedStyles: false,
})

/** Writes what the server fills documents from: the page, and the scripts and styles it begins with. */
class DevDocumentPlugin {
  constructor({ folder }) {
    this.folder = folder
  }

  apply(compiler) {
    const page = path.join(ROOT, HOST, 'src/index.html')
    compiler.hooks.thisCompilation.tap(DEV_DOCUMENT, (compilation) => {
      compilation.fileDependencies.add(page)
    })
    compiler.hooks.afterEmit.tap(DEV_DOCUMENT, (compilation) => {
      const initial = compilation.entrypoints.get('main').getFiles().filter(isAsset)
      this.write('index.html', fs.readFileSync(page, 'utf8'))
      this.write('route-assets.json', `${JSON.stringify(assetsOf(initial), null, 1)}\n`)
    })
  }

  write(name, text) {
    const file = path.join(this.folder, name)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return
    fs.mkdirSync(this.folder, { recursive: true })
    // The server may be reading.
    fs.writeFileSync(`${file}.new`, text)
    fs.renameSync(`${file}.new`, file)
  }
}

/** Where the server of `npm run dev` finds the shell, in the place of `dist`. */
const DEV_FOLDER = path.join(ROOT, '.cache/dev')
const SOCKET = '/assets/socket'
/** An edit comes before the writing of the cache, and the first build is worth keeping early. */
const FIRST_STORED_AFTER_MS = 20_000
const STORED_AFTER_MS = 120_000

const kept = (name) => ({
  type: 'filesystem',
  name,
  cacheDirectory: path.join(ROOT, '.cache/webpack'),
  buildDependencies: { config: [path.dirname(__dirname) + path.sep] },
  maxMemoryGenerations: Infinity,
  idleTimeout: STORED_AFTER_MS,
  idleTimeoutForInitialStore: FIRST_STORED_AFTER_MS,
  idleTimeoutAfterLargeChanges: STORED_AFTER_MS,
})

/** Libraries are a file of their own, so that an edit rewrites neither them nor their source map. */
const LIBRARIES = {
  name: 'libraries',
  test: /[\\/]node_modules[\\/].*\.js$/,
  chunks: 'initial',
  priority: 40,
  enforce: true,
}

/** Plugins that only releases need: `npm run check` reports missing texts, and a dev server builds no document. */
const isForReleases = (plugin) =>
  plugin instanceof HtmlWebpackPlugin || plugin instanceof TextsPlugin

/**
 * The shell as `npm run dev` serves it: the host of a release, on React's development build, whose Fast
 * Refresh changes components in place. No source maps through eval: the policy of the site stays in force.
 */
function devHostConfig() {
  const base = hostConfig({ mode: 'development' })
  return {
    ...base,
    cache: kept(`${HOST}-dev`),
    output: { ...base.output, path: path.join(DEV_FOLDER, HOST, 'files') },
    module: { rules: refreshRules(base.module.rules) },
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: { ...base.optimization.splitChunks.cacheGroups, libraries: LIBRARIES },
      },
    },
    infrastructureLogging: { level: 'error' },
    plugins: [
      ...base.plugins.filter((plugin) => !isForReleases(plugin)),
      new ReactRefreshPlugin({ overlay: false }),
      new DevDocumentPlugin({ folder: path.join(DEV_FOLDER, HOST) }),
    ],
    devServer: hotServer({ publicPath: '/assets/', socketPath: SOCKET, overlay: HOST }),
  }
}

/** A remote as `npm run dev` serves it: as inside a deployed site, with errors shown over the page. */
function devRemoteConfig(name, place) {
  const base = proxiedDevConfig(name, place)
  const { publicPath } = base.devServer.devMiddleware
  return {
    ...base,
    cache: kept(`${name}-dev`),
    devServer: hotServer({ publicPath, socketPath: place.socketPath, overlay: name }),
  }
}

module.exports = { DEV_FOLDER, devHostConfig, devRemoteConfig }
