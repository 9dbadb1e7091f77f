const crypto = require('node:crypto')
const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')
const { ConsumeSharedPlugin, ProvideSharedPlugin } = require('@module-federation/enhanced')
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const ts = require('typescript')
const { HOST, ROOT, buildVersion, sourceHash } = require('./workspace.cjs')
const { eagerImports } = require('./shares/imports.cjs')
const { baseConfig } = require('./base-config.cjs')
const { devServer } = require('./dev/dev-server.cjs')
const { ChunkModulesPlugin } = require('./plugins/chunk-modules-plugin.cjs')
const IntegrityPlugin = require('./plugins/integrity-plugin.cjs')
const PrecompressPlugin = require('./plugins/precompress-plugin.cjs')
const { RouteAssetsPlugin } = require('./plugins/route-assets-plugin.cjs')
const { ServerBuildPlugin, SHELL_SERVER_FILE } = require('./server-config.cjs')
const { ShellReleasePlugin } = require('./plugins/release-plugin.cjs')
const { PROVIDED, antdProvides, hostProvides } = require('./shares/share-list.cjs')
const { TextsPlugin } = require('./texts.cjs')

const mfRuntime = createRequire(require.resolve('@module-federation/runtime'))
const mfCore = createRequire(mfRuntime.resolve('@module-federation/runtime-core'))

/** The file of a package as an ES module; its CommonJS twin stands beside it. */
function esModule(from, name) {
  const twin = from.resolve(name)
  const found = ['.js', '.mjs']
    .map((ending) => path.join(path.dirname(twin), path.basename(twin, '.cjs') + ending))
    .find((file) => fs.existsSync(file))
  if (!found) throw new Error(`${name} has no ES module beside ${twin}.`)
  return found
}

/**
 * The federation runtime asks for its own packages by import and by require, and would be in the first
 * script twice, once in each form. For `resolve.alias`.
 */
const DEDUPE_MF_RUNTIME = {
  '@module-federation/runtime-core$': esModule(mfRuntime, '@module-federation/runtime-core'),
  '@module-federation/sdk$': esModule(mfCore, '@module-federation/sdk'),
  '@module-federation/error-codes$': esModule(mfCore, '@module-federation/error-codes'),
}

/**
 * The page as it stands. As a `template` it would be a build of its own, into which webpack puts all
 * that the host provides: eleven unused megabytes.
 */
const pageTemplate = () => ({
  templateContent: fs.readFileSync(path.join(ROOT, HOST, 'src/index.html'), 'utf8'),
})

const START_SCRIPT = 'StartScriptPlugin'

/**
 * Emits a script without imports as a file of its own, beside the bundles and without their runtime.
 * RouteAssetsPlugin names it as `start`.
 */
class StartScriptPlugin {
  constructor({ file }) {
    this.file = file
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap(START_SCRIPT, (compilation) => {
      compilation.fileDependencies.add(this.file)
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: START_SCRIPT, stage }, () => {
        const { outputText } = ts.transpileModule(fs.readFileSync(this.file, 'utf8'), {
          compilerOptions: {
            target: ts.ScriptTarget.ES2022,
            module: ts.ModuleKind.None,
            removeComments: true,
          },
        })
        // No name of it may become one of the page.
        const source = `{${outputText}}`
        const hash = crypto.createHash('sha256').update(source).digest('hex').slice(0, 8)
        compilation.emitAsset(`js/start.${hash}.js`, new sources.RawSource(source))
      })
    })
  }
}

const FORGET_FAILURES = path.join(ROOT, 'shared/src/browser/forget-failures.ts')
const FOLDER = path.join(ROOT, HOST)
/** What the first script is made of: its entry, and what that evaluates task by task. */
const FIRST = ['src/index.ts', 'src/bootstrap.tsx']

/**
 * Writes the module that mentions everything the host provides: webpack provides a shared module only
 * when it meets a request for it.
 */
function writeProvided(keys) {
  const file = path.join(FOLDER, '.cache/provided.js')
  const text = keys.map((key) => `  () => import('${key}'),`).join('\n')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const source = `export const provided = [\n${text}\n]\n`
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== source) {
    fs.writeFileSync(file, source)
  }
  return file
}

/**
 * What the first screen of a visitor does without. Of our own modules the first script holds the parts
 * that it uses; the whole of them comes with the first remote that asks for it.
 */
const LATER = new Set([
  'axios',
  'dayjs',
  'react-i18next/TransWithoutContext',
  '@awards/shared/contract',
  '@awards/shared/domain',
  '@awards/shared/theme',
  '@awards/shared/icon-base',
])

/** A component of antd that the first script reaches is paid for by every page. */
function refuseAntd() {
  const reached = eagerImports(FIRST.map((file) => path.join(FOLDER, file)))
  const found = [...reached].filter((key) => key.startsWith('antd/'))
  if (found.length === 0) return
  throw new Error(
    `The first script would hold ${found.join(', ')}, and most of antd with it. ` +
      'Use the component in a screen, and keep it out of shared/src/ui and of the frame (docs/adr/0040).',
  )
}

/** Our own modules stay out: a public page that shares one with the design system would load all of it. */
const isPackageIn =
  (name) =>
  (module, { chunkGraph }) =>
    /[\\/]node_modules[\\/]/.test(module.nameForCondition() ?? '') &&
    [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => chunk.name === name)

/**
 * antd comes in few files: what its theme, toasts and configuration are made of, which every page with
 * antd needs; what many components share; and modules that are always needed together.
 */
const FAMILIES = {
  design: {
    name: 'antd-base',
    test: isPackageIn('design'),
    chunks: 'async',
    priority: 30,
    enforce: true,
  },
  select: {
    name: 'antd-select',
    test: /[\\/](@rc-component|antd[\\/]es)[\\/](select|virtual-list)[\\/].*\.js$/,
    chunks: 'async',
    priority: 20,
    enforce: true,
  },
  antd: {
    name: 'antd-common',
    test: /[\\/]node_modules[\\/](@rc-component|antd|@ant-design)[\\/].*\.js$/,
    chunks: 'async',
    minChunks: 6,
    priority: 10,
    enforce: true,
  },
}

/** Webpack configuration of the shell. */
function hostConfig({ mode = 'production', serve = false } = {}) {
  const isProduction = mode === 'production'
  const entry = path.join(FOLDER, 'src/index.ts')
  refuseAntd()
  const version = buildVersion(HOST, sourceHash(HOST))
  const own = hostProvides((key) => !LATER.has(key))
  const provides = { ...own, ...antdProvides() }
  const base = baseConfig(HOST, { isProduction })
  return {
    ...base,
    // A build from webpack's stored cache lost what shared modules re-export.
    cache: isProduction ? false : { type: 'memory' },
    entry: { main: [entry, writeProvided(Object.keys(own))] },
    output: {
      ...base.output,
      path: path.join(ROOT, 'dist', HOST),
      publicPath: '/assets/',
      uniqueName: `${HOST}@${version}`,
    },
    resolve: {
      ...base.resolve,
      alias: { ...DEDUPE_MF_RUNTIME, 'react-router-dom$': PROVIDED['react-router-dom'] },
    },
    optimization: { ...base.optimization, splitChunks: { cacheGroups: FAMILIES } },
    plugins: [
      ...base.plugins,
      new ModuleFederationPlugin({
        name: HOST,
        remotes: {},
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        runtimePlugins: [FORGET_FAILURES],
        experiments: {
          provideExternalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true },
        },
      }),
      // It consumes nothing, but brings the runtime that tells the federation what is provided.
      new ConsumeSharedPlugin({ consumes: {} }),
      new ProvideSharedPlugin({ provides }),
      new TextsPlugin({ folders: [path.join(FOLDER, 'src'), path.join(ROOT, 'shared/src')] }),
      new HtmlWebpackPlugin({
        ...pageTemplate(),
        inject: serve ? 'head' : false,
        scriptLoading: 'defer',
        minify: false,
      }),
      ...(isProduction
        ? [
            new IntegrityPlugin(),
            new StartScriptPlugin({ file: path.join(FOLDER, 'src/start/start.ts') }),
            new RouteAssetsPlugin({ routesFiles: [path.join(FOLDER, 'src/app/routes.tsx')] }),
            new ServerBuildPlugin({ name: HOST, file: SHELL_SERVER_FILE }),
            new ShellReleasePlugin({ version, provides }),
            new PrecompressPlugin(),
            new ChunkModulesPlugin({ name: HOST }),
          ]
        : []),
    ],
    ...(serve && { devServer: devServer(HOST) }),
  }
}

module.exports = { hostConfig, pageTemplate }
