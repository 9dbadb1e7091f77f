const path = require('node:path')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const { baseConfig } = require('./base-config.cjs')
const { devServer } = require('./dev/dev-server.cjs')
const { HOST, KIT, ROOT } = require('./workspace.cjs')
const { usedAntd } = require('./shares/imports.cjs')
const {
  EXPOSED,
  containerOptions,
  hostIconBase,
  OneCopyPlugin,
  StableIdsPlugin,
} = require('./container.cjs')
const { ChunkModulesPlugin } = require('./plugins/chunk-modules-plugin.cjs')
const IntegrityPlugin = require('./plugins/integrity-plugin.cjs')
const PrecompressPlugin = require('./plugins/precompress-plugin.cjs')
const { declarationOf, releaseVersion, remoteRoutes } = require('./release-facts.cjs')
const { CountedInputsPlugin } = require('./release-inputs.cjs')
const { ReleasePlugin } = require('./plugins/release-plugin.cjs')
const { RouteAssetsPlugin } = require('./plugins/route-assets-plugin.cjs')
const { ServerBuildPlugin, SERVER_FILE } = require('./server-config.cjs')
const { TextsPlugin } = require('./texts.cjs')

/** A remote alone on its own port: its routes in a plain frame, every library from its own build. */
function standaloneConfig(name) {
  const base = baseConfig(name, { isProduction: false, variant: 'standalone' })
  return {
    ...base,
    entry: path.join(__dirname, 'dev/standalone.tsx'),
    output: { ...base.output, publicPath: '/assets/', uniqueName: `${name}@standalone` },
    resolve: {
      ...base.resolve,
      alias: {
        ...base.resolve.alias,
        'standalone-routes$': path.join(ROOT, name, 'src/routes.tsx'),
      },
    },
    plugins: [
      ...base.plugins,
      new HtmlWebpackPlugin({
        template: path.join(KIT, HOST, 'src/index.html'),
        scriptLoading: 'defer',
        minify: false,
      }),
    ],
    devServer: devServer(name),
  }
}

/** Webpack configuration of a remote: a release below dist/mfe, or the remote alone under `serve`. */
function remoteConfig(name, { mode = 'production', serve = false } = {}) {
  if (serve) return standaloneConfig(name)
  const version = releaseVersion(name)
  const routesFile = path.join(ROOT, name, 'src/routes.tsx')
  const isProduction = mode === 'production'
  const base = baseConfig(name, { isProduction })
  const routes = remoteRoutes(name)
  // Pages for signed-in people are drawn by the browser alone.
  const hasPublicPages = routes.some(({ wrappers }) => wrappers.length === 0)
  return {
    ...base,
    entry: {},
    output: {
      ...base.output,
      path: path.join(ROOT, 'dist/mfe', name, version),
      clean: true,
      publicPath: 'auto',
      // Two versions of a remote may meet in one tab: their chunks must not be mistaken (T4).
      uniqueName: `${name}@${version}`,
    },
    plugins: [
      ...base.plugins,
      hostIconBase(),
      new ModuleFederationPlugin({
        ...containerOptions(name, version, usedAntd(name)),
        exposes: { [EXPOSED]: './src/routes.tsx' },
      }),
      new TextsPlugin({ folders: [path.join(ROOT, name, 'src')] }),
      new StableIdsPlugin(),
      new OneCopyPlugin(),
      new CountedInputsPlugin({ name }),
      new IntegrityPlugin(),
      new RouteAssetsPlugin({ routesFiles: [routesFile], exposed: '__federation_expose_routes' }),
      ...(isProduction && hasPublicPages
        ? [new ServerBuildPlugin({ name, file: SERVER_FILE })]
        : []),
      ...(isProduction ? [new PrecompressPlugin(), new ChunkModulesPlugin({ name })] : []),
      new ReleasePlugin({
        name,
        version,
        routes,
        menu: declarationOf(name).menu,
        budget: declarationOf(name).budget,
        isOwnVersion: Boolean(process.env.MFE_VERSION),
      }),
    ],
  }
}

module.exports = { remoteConfig }
