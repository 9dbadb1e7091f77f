const fs = require('node:fs')
const path = require('node:path')
const { BannerPlugin, optimize, webpack } = require('webpack')
const { PROVIDED, LIBRARIES, OWN_MODULES } = require('./shares/share-list.cjs')
const { HOST, ROOT, SHARED } = require('./workspace.cjs')
const { baseConfig, serverRules } = require('./base-config.cjs')
const { HOST_ICON_BASE, ICON_BASE } = require('./container.cjs')
const { CountedInputsPlugin } = require('./release-inputs.cjs')

const PROVIDED_FILE = path.join(ROOT, HOST, '.cache/server-provided.js')

/**
 * Writes the module by which the server's build of the shell gives remotes what they share. It imports,
 * since several of these packages are another copy to those who require them.
 */
function writeServerProvided() {
  const keys = [...Object.keys(LIBRARIES), ...OWN_MODULES]
  const imports = keys.map((key, index) => `import * as m${index} from '${PROVIDED[key] ?? key}'`)
  const entries = keys.map((key, index) => `  '${key}': m${index},`)
  const source = `${imports.join('\n')}\nexport default {\n${entries.join('\n')}\n}\n`
  fs.mkdirSync(path.dirname(PROVIDED_FILE), { recursive: true })
  if (!fs.existsSync(PROVIDED_FILE) || fs.readFileSync(PROVIDED_FILE, 'utf8') !== source) {
    fs.writeFileSync(PROVIDED_FILE, source)
  }
  return PROVIDED_FILE
}

const SERVER_FILE = 'server/routes.cjs'
const SHELL_SERVER_FILE = 'server.cjs'
const ROUTER = path.join(SHARED, 'src/provided/router.ts')

const isProvided = (request) =>
  request in LIBRARIES || OWN_MODULES.includes(request) || request.startsWith('antd/es/')

/** What the shell provides stays an import; everything else of a remote is in its one file. */
function externals({ request: written }, done) {
  // Webpack asks with the request as it is written, before a plugin could replace it.
  const request = ICON_BASE.test(written) ? HOST_ICON_BASE : written
  return isProvided(request) ? done(undefined, `commonjs ${request}`) : done()
}

const sideOf = (name) =>
  name === HOST
    ? {
        entry: path.join(ROOT, HOST, 'src/server/index.ts'),
        alias: {
          'react-router-dom$': ROUTER,
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
        plugins: [new CountedInputsPlugin({ name })],
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
    resolve: { ...base.resolve, alias: { ...base.resolve.alias, ...alias } },
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

const SERVER_BUILD = 'ServerBuildPlugin'

const run = (config) =>
  new Promise((resolve, reject) => {
    webpack(config, (failure, stats) => {
      if (failure) return reject(failure)
      if (stats.hasErrors()) return reject(new Error(stats.toString('errors-only')))
      resolve(fs.readFileSync(path.join(config.output.path, config.output.filename)))
    })
  })

/**
 * Builds the same pages for the server too, and adds the result to this build as one file: in the
 * release of a remote it is sealed and published like every other.
 */
class ServerBuildPlugin {
  constructor({ name, file }) {
    this.name = name
    this.file = file
  }

  apply(compiler) {
    const { Compilation, WebpackError, sources } = compiler.webpack
    let built
    compiler.hooks.run.tap(SERVER_BUILD, () => {
      built = run(serverConfig(this.name)).then(
        (bytes) => ({ bytes }),
        (error) => ({ error }),
      )
    })
    compiler.hooks.thisCompilation.tap(SERVER_BUILD, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tapPromise({ name: SERVER_BUILD, stage }, async () => {
        const { bytes, error } = await built
        if (error) compilation.errors.push(new WebpackError(`For the server: ${error.message}`))
        else compilation.emitAsset(this.file, new sources.RawSource(bytes))
      })
    })
  }
}

module.exports = { SERVER_FILE, SHELL_SERVER_FILE, ServerBuildPlugin, serverConfig }
