const path = require('node:path')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const { usedAntd } = require('./shares/imports.cjs')
const { baseConfig, devRules, hotRule } = require('./base-config.cjs')
const { containerOptions, hostIconBase, OneCopyPlugin } = require('./container.cjs')
const { hotServer } = require('./dev/dev-server.cjs')
const { ROOT } = require('./workspace.cjs')

const HOT_ROUTES = path.join(__dirname, 'hot/hot-routes.tsx')
/** Delays writing the cache until the server is idle: it would block the build of an edit. */
const STORED_AFTER_MS = 120_000

/**
 * A remote for development inside a deployed site: the same container as a release, with components that
 * keep their state while an edit changes them. No overlay and no source maps through eval, since the policy
 * of the deployed site stays in force.
 */
function proxiedDevConfig(name, { version, socketPath }) {
  const base = baseConfig(name, { isProduction: false, variant: 'against' })
  const folder = `/mfe/${name}/${version}/`
  return {
    ...base,
    cache: {
      ...base.cache,
      // What was built before five edits would have to be read again.
      maxMemoryGenerations: Infinity,
      idleTimeout: STORED_AFTER_MS,
      idleTimeoutForInitialStore: STORED_AFTER_MS,
      idleTimeoutAfterLargeChanges: STORED_AFTER_MS,
    },
    entry: {},
    output: {
      ...base.output,
      path: path.join(ROOT, name, '.cache/against'),
      publicPath: 'auto',
      uniqueName: `${name}@${version}`,
    },
    resolve: {
      ...base.resolve,
      alias: {
        ...base.resolve.alias,
        'hot-routes-of-remote$': path.join(ROOT, name, 'src/routes.tsx'),
      },
    },
    module: {
      rules: [
        ...devRules(base.module.rules, { development: false }),
        hotRule(path.join(ROOT, name, 'src')),
      ],
    },
    infrastructureLogging: { level: 'error' },
    plugins: [
      ...base.plugins,
      hostIconBase(),
      new ModuleFederationPlugin({
        ...containerOptions(name, version, usedAntd(name)),
        exposes: { './routes': HOT_ROUTES },
      }),
      new OneCopyPlugin(),
    ],
    devServer: hotServer({ publicPath: folder, socketPath }),
  }
}

module.exports = { proxiedDevConfig }
