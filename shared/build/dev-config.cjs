const path = require('node:path')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin')
const { againstConfig } = require('./against-config.cjs')
const DevDocumentPlugin = require('./dev-document-plugin.cjs')
const { hotServer } = require('./dev-server.cjs')
const { hostConfig } = require('./host-config.cjs')
const { refreshRules } = require('./module-rules.cjs')
const { TextsPlugin } = require('./texts.cjs')
const { HOST, ROOT } = require('./workspace.cjs')

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
  buildDependencies: { config: [__dirname + path.sep] },
  maxMemoryGenerations: Infinity,
  idleTimeout: STORED_AFTER_MS,
  idleTimeoutForInitialStore: FIRST_STORED_AFTER_MS,
  idleTimeoutAfterLargeChanges: STORED_AFTER_MS,
})

/** What nobody edits is a file of its own, so that an edit does not write it, and its source map, anew. */
const LIBRARIES = {
  name: 'libraries',
  test: /[\\/]node_modules[\\/].*\.js$/,
  chunks: 'initial',
  priority: 40,
  enforce: true,
}

/** Of a text that one language lacks, `npm run check` tells; a page is not written in three at once. */
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
  const base = againstConfig(name, place)
  const { publicPath } = base.devServer.devMiddleware
  return {
    ...base,
    cache: kept(`${name}-dev`),
    devServer: hotServer({ publicPath, socketPath: place.socketPath, overlay: name }),
  }
}

module.exports = { DEV_FOLDER, devHostConfig, devRemoteConfig }
