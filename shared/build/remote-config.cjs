const path = require('node:path')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const { usedAntd } = require('./antd-usage.cjs')
const { baseConfig } = require('./base-config.cjs')
const { EXPOSED, containerOptions, hostIconBase } = require('./container-options.cjs')
const IntegrityPlugin = require('./integrity-plugin.cjs')
const OneCopyPlugin = require('./one-copy-plugin.cjs')
const PrecompressPlugin = require('./precompress-plugin.cjs')
const { releaseVersion, remoteRoutes } = require('./release-facts.cjs')
const ReleasePlugin = require('./release-plugin.cjs')
const RouteAssetsPlugin = require('./route-assets-plugin.cjs')
const ServerBuildPlugin = require('./server-build-plugin.cjs')
const { SERVER_FILE } = require('./server-config.cjs')
const StableIdsPlugin = require('./stable-ids-plugin.cjs')
const { standaloneConfig } = require('./standalone-config.cjs')
const { TextsPlugin } = require('./texts.cjs')
const { ROOT } = require('./workspace.cjs')

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
      new IntegrityPlugin(),
      new RouteAssetsPlugin({ routesFiles: [routesFile], exposed: '__federation_expose_routes' }),
      ...(isProduction && hasPublicPages
        ? [new ServerBuildPlugin({ name, file: SERVER_FILE })]
        : []),
      ...(isProduction ? [new PrecompressPlugin()] : []),
      new ReleasePlugin({
        name,
        version,
        routes,
        isOwnVersion: Boolean(process.env.MFE_VERSION),
      }),
    ],
  }
}

module.exports = { remoteConfig }
