const path = require('node:path')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const { usedAntd } = require('./antd-usage.cjs')
const { baseConfig } = require('./base-config.cjs')
const { EXPOSED, containerOptions, hostIconBase } = require('./container-options.cjs')
const IntegrityPlugin = require('./integrity-plugin.cjs')
const OneCopyPlugin = require('./one-copy-plugin.cjs')
const { releaseVersion, remoteRoutes } = require('./release-facts.cjs')
const ReleasePlugin = require('./release-plugin.cjs')
const RouteAssetsPlugin = require('./route-assets-plugin.cjs')
const StableIdsPlugin = require('./stable-ids-plugin.cjs')
const { standaloneConfig } = require('./standalone-config.cjs')
const { ROOT } = require('./workspace.cjs')

/** Webpack configuration of a remote: a release below dist/mfe, or the remote alone under `serve`. */
function remoteConfig(name, { mode = 'production', serve = false } = {}) {
  if (serve) return standaloneConfig(name)
  const version = releaseVersion(name)
  const routesFile = path.join(ROOT, name, 'src/routes.tsx')
  const base = baseConfig(name, { isProduction: mode === 'production' })
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
      new StableIdsPlugin(),
      new OneCopyPlugin(),
      new IntegrityPlugin(),
      new RouteAssetsPlugin({ routesFiles: [routesFile], exposed: '__federation_expose_routes' }),
      new ReleasePlugin({
        ...{ name, version, routes: remoteRoutes(name) },
        isOwnVersion: Boolean(process.env.MFE_VERSION),
      }),
    ],
  }
}

module.exports = { remoteConfig }
