const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const { DEV_FOLDER, HOST, ROOT, sourceFiles } = require('../workspace.cjs')
const { proxiedDevConfig } = require('../proxied-dev-config.cjs')
const { hotServer } = require('./dev-server.cjs')
const { hostConfig } = require('../host-config.cjs')
const { refreshRules } = require('../base-config.cjs')
const { TextsPlugin } = require('../texts.cjs')

const DEV_DOCUMENT = 'DevDocumentPlugin'
const OWN_SOURCE_MAPS = 'OwnSourceMapsPlugin'
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
  sealed: false,
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

const SOCKET = '/assets/socket'
/** An edit comes before the writing of the cache, and the first build is worth keeping early. */
const FIRST_STORED_AFTER_MS = 20_000
const STORED_AFTER_MS = 120_000

/**
 * Hash of what a build is made with. As `buildDependencies` webpack would follow each `require` of these files, and of
 * webpack itself, which takes longer than to build.
 */
function buildHash() {
  const hash = crypto.createHash('sha256')
  const files = [...sourceFiles(path.dirname(__dirname)), path.join(ROOT, 'pnpm-lock.yaml')]
  for (const file of files) hash.update(fs.readFileSync(file))
  return hash.digest('hex')
}

const kept = (name) => ({
  type: 'filesystem',
  name,
  cacheDirectory: path.join(ROOT, '.cache/webpack'),
  version: buildHash(),
  buildDependencies: { defaultWebpack: [] },
  maxMemoryGenerations: Infinity,
  idleTimeout: STORED_AFTER_MS,
  idleTimeoutForInitialStore: FIRST_STORED_AFTER_MS,
  idleTimeoutAfterLargeChanges: STORED_AFTER_MS,
})

const library = (name, chunks, test) => ({ name, chunks, test, priority: 40, enforce: true })

/**
 * Libraries are files of their own, so that an edit rewrites neither them nor their source map; all of antd is one,
 * since dividing it among a hundred components takes webpack longer than the browser needs to read it.
 */
const LIBRARIES = {
  libraries: library('libraries', 'initial', /[\\/]node_modules[\\/].*\.js$/),
  antd: library(
    'antd',
    'async',
    /[\\/]node_modules[\\/](@rc-component|antd|@ant-design)[\\/].*\.js$/,
  ),
}

/** Leaves libraries out of the source maps, which saves a tenth of the first build of the shell. */
class OwnSourceMapsPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap(OWN_SOURCE_MAPS, (compilation) => {
      // After `devtool`, which asks for one of each module.
      compilation.hooks.buildModule.tap({ name: OWN_SOURCE_MAPS, stage: 1 }, (module) => {
        if (!module.resource?.includes('node_modules')) return
        module.useSourceMap = false
        module.useSimpleSourceMap = false
      })
    })
  }
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
      splitChunks: { cacheGroups: LIBRARIES },
    },
    infrastructureLogging: { level: 'error' },
    plugins: [
      ...base.plugins.filter((plugin) => !isForReleases(plugin)),
      new OwnSourceMapsPlugin(),
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

module.exports = { devHostConfig, devRemoteConfig }
