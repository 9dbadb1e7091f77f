const path = require('node:path')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const { baseConfig } = require('./base-config.cjs')
const { devServer } = require('./dev-server.cjs')
const { HOST, ROOT } = require('./workspace.cjs')

/** A remote alone on its own port: its routes in a plain frame, every library from its own build. */
function standaloneConfig(name) {
  const base = baseConfig(name, { isProduction: false, variant: 'standalone' })
  return {
    ...base,
    entry: path.join(ROOT, 'shared/build/standalone/standalone.tsx'),
    output: { ...base.output, publicPath: '/assets/', uniqueName: `${name}@standalone` },
    resolve: {
      ...base.resolve,
      alias: { 'standalone-routes$': path.join(ROOT, name, 'src/routes.tsx') },
    },
    plugins: [
      ...base.plugins,
      new HtmlWebpackPlugin({
        template: path.join(ROOT, HOST, 'src/index.html'),
        scriptLoading: 'defer',
        minify: false,
      }),
    ],
    devServer: devServer(name),
  }
}

module.exports = { standaloneConfig }
