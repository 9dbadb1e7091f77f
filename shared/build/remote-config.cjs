const path = require('node:path')
const { NormalModuleReplacementPlugin } = require('webpack')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const { usedAntd } = require('./antd-usage.cjs')
const { baseConfig } = require('./base-config.cjs')
const IntegrityPlugin = require('./integrity-plugin.cjs')
const OneCopyPlugin = require('./one-copy-plugin.cjs')
const { releaseVersion, remoteRoutes } = require('./release-facts.cjs')
const ReleasePlugin = require('./release-plugin.cjs')
const RouteAssetsPlugin = require('./route-assets-plugin.cjs')
const { shareList } = require('./share-list.cjs')
const { standaloneConfig } = require('./standalone-config.cjs')
const { ROOT, containerName } = require('./workspace.cjs')

const EXPOSED = './routes'
const FORGET_FAILURES = path.join(ROOT, 'shared/src/kernel/forget-failures.ts')

/** Every icon imports its base by this path; in a remote it goes to the host's copy (it knows the nonce). */
const hostIconBase = () =>
  new NormalModuleReplacementPlugin(
    /^\.\.\/components\/AntdIconLight(\.js)?$/,
    '@awards/shared/icon-base',
  )

/** Webpack configuration of a remote: a release below dist/mfe, or the remote alone under `serve`. */
function remoteConfig(name, { mode = 'production', serve = false } = {}) {
  if (serve) return standaloneConfig(name)
  const version = releaseVersion(name)
  const routesFile = path.join(ROOT, name, 'src/routes.tsx')
  const base = baseConfig(name, { isProduction: mode === 'production' })
  const identifier = `${containerName(name)}_${version.replace(/\W/g, '_')}`
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
        name: containerName(name),
        filename: 'remoteEntry.js',
        library: { type: 'global', name: identifier },
        exposes: { [EXPOSED]: './src/routes.tsx' },
        shared: shareList(name, { isHost: false, antd: usedAntd(name) }),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
        runtimePlugins: [FORGET_FAILURES],
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
      new OneCopyPlugin(),
      new IntegrityPlugin(),
      new RouteAssetsPlugin({ routesFile, exposed: '__federation_expose_routes' }),
      new ReleasePlugin({ name, version, routes: remoteRoutes(name) }),
    ],
  }
}

module.exports = { remoteConfig }
