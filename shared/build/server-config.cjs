const path = require('node:path')
const { BannerPlugin, optimize } = require('webpack')
const { baseConfig } = require('./base-config.cjs')
const { hostIconBase } = require('./container-options.cjs')
const { serverRules } = require('./module-rules.cjs')
const { writeServerProvided } = require('./server-provided.cjs')
const { LIBRARIES, OWN_MODULES } = require('./share-list.cjs')
const { HOST, ROOT, SHARED } = require('./workspace.cjs')

const SERVER_FILE = 'server/routes.cjs'
const SHELL_SERVER_FILE = 'server.cjs'
const KERNEL = path.join(SHARED, 'src/kernel/router.ts')

const isProvided = (request) =>
  request in LIBRARIES || OWN_MODULES.includes(request) || request.startsWith('antd/es/')

/** What the shell provides stays an import; everything else of a remote is in its one file. */
const externals = ({ request }, done) =>
  isProvided(request) ? done(undefined, `commonjs ${request}`) : done()

const sideOf = (name) =>
  name === HOST
    ? {
        entry: path.join(ROOT, HOST, 'src/server/index.ts'),
        alias: {
          'react-router-dom$': KERNEL,
          // The one for Node opens connections of its own.
          axios$: path.join(SHARED, 'node_modules/axios/dist/browser/axios.cjs'),
          'provided-modules$': writeServerProvided(),
        },
        plugins: [],
        publicPath: '/assets/',
      }
    : {
        entry: path.join(ROOT, name, 'src/routes.tsx'),
        externals,
        plugins: [hostIconBase()],
        publicPath: 'auto',
      }

/**
 * The same pages as one file for the server: class names and addresses as in the build for browsers.
 * The file of the shell provides the shared modules, that of a remote asks for them.
 */
function serverConfig(name) {
  const base = baseConfig(name, { isProduction: true, variant: 'server' })
  const { entry, alias, externals: outside, plugins, publicPath } = sideOf(name)
  return {
    ...base,
    name: `${name}-server`,
    target: 'node24',
    // As in the host's build: from a stored cache shared modules come without what they re-export.
    ...(name === HOST && { cache: false }),
    entry: { main: entry },
    output: {
      path: path.join(ROOT, name, '.cache/server'),
      filename: 'main.cjs',
      library: { type: 'commonjs2' },
      publicPath,
      hashFunction: 'xxhash64',
    },
    resolve: { ...base.resolve, ...(alias && { alias }) },
    module: { rules: serverRules(name) },
    externals: outside,
    optimization: { ...base.optimization, minimize: false, splitChunks: false },
    plugins: [
      ...plugins,
      new optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      new BannerPlugin({ banner: '"use strict";', raw: true }),
    ],
  }
}

module.exports = { SERVER_FILE, SHELL_SERVER_FILE, serverConfig }
