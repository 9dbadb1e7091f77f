const fs = require('node:fs')
const path = require('node:path')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const { NormalModuleReplacementPlugin } = require('webpack')
const { baseConfig } = require('./base-config.cjs')
const IntegrityPlugin = require('./plugins/integrity-plugin.cjs')
const { pageTemplate } = require('./host-config.cjs')
const PrecompressPlugin = require('./plugins/precompress-plugin.cjs')
const { RouteAssetsPlugin } = require('./plugins/route-assets-plugin.cjs')
const { HOST, REMOTES, ROOT, buildVersion, sourceHash } = require('./workspace.cjs')

const FOLDER = path.join(ROOT, HOST)
const CACHE = path.join(FOLDER, '.cache/mono')
const LOADER = /[\\/](load-remote|load-release)\.ts$/
const routesOf = (name) => path.join(ROOT, name, 'src/routes.tsx')

/** What takes the place of the loader: the remotes' routes as plain imports, and no releases. */
function writeLoader() {
  const imports = REMOTES.map((name, index) => `import * as m${index} from '${routesOf(name)}'`)
  const entries = REMOTES.map((name, index) => `  '${name}': m${index},`)
  const modules = {
    'load-remote':
      `${imports.join('\n')}\nconst modules = {\n${entries.join('\n')}\n}\n` +
      'export const loadRemote = async (name) => modules[name]\n',
    'load-release':
      "export const loadRelease = () => Promise.reject(new Error('One bundle has no releases.'))\n",
  }
  fs.mkdirSync(CACHE, { recursive: true })
  for (const [name, text] of Object.entries(modules)) {
    fs.writeFileSync(path.join(CACHE, `${name}.js`), text)
  }
}

/**
 * The whole site as one build without federation, from the same sources: what the federated site is
 * measured against. The output has the place and the announcements of the shell.
 */
function monoConfig() {
  const base = baseConfig(HOST, { isProduction: true, variant: 'mono' })
  writeLoader()
  return {
    ...base,
    cache: false,
    entry: { main: path.join(FOLDER, 'src/index.ts') },
    output: {
      ...base.output,
      path: path.join(ROOT, 'dist/mono', HOST),
      clean: true,
      publicPath: '/assets/',
      uniqueName: `mono@${buildVersion(HOST, sourceHash(HOST))}`,
    },
    plugins: [
      ...base.plugins,
      new NormalModuleReplacementPlugin(LOADER, (resource) => {
        if (!resource.contextInfo.issuer.startsWith(FOLDER)) return
        const [, name] = LOADER.exec(resource.request)
        resource.request = path.join(CACHE, `${name}.js`)
      }),
      new HtmlWebpackPlugin({
        ...pageTemplate(),
        inject: false,
        scriptLoading: 'defer',
        minify: false,
      }),
      new IntegrityPlugin(),
      new RouteAssetsPlugin({
        routesFiles: [path.join(FOLDER, 'src/app/routes.tsx'), ...REMOTES.map(routesOf)],
      }),
      new PrecompressPlugin(),
    ],
  }
}

module.exports = { monoConfig }
