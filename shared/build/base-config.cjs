const path = require('node:path')
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const TerserPlugin = require('terser-webpack-plugin')
const { moduleRules } = require('./module-rules.cjs')
const { ROOT } = require('./workspace.cjs')
// The pinned Node reads TypeScript, so that the constant stands once.
const { SCRIPT_TIMEOUT_MS } = require('../src/domain/constants.ts')

/**
 * The name of an entry's file. The federation runtime asks for it before the hash is known, only to
 * count its folders.
 */
const entryFileName = ({ chunk }) =>
  chunk?.contentHash?.javascript ? 'js/[name].[contenthash:8].js' : 'js/[name].js'

/** What the host's build and the remotes' builds have in common. */
function baseConfig(name, { isProduction, variant }) {
  const fileName = isProduction ? '[name].[contenthash:8]' : '[name]'
  return {
    name,
    mode: isProduction ? 'production' : 'development',
    context: path.join(ROOT, name),
    target: ['web', 'es2022'],
    devtool: isProduction ? false : 'cheap-module-source-map',
    output: {
      filename: isProduction ? entryFileName : 'js/[name].js',
      chunkFilename: `js/${fileName}.js`,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: SCRIPT_TIMEOUT_MS,
      // A module whose evaluation failed must not be given out half-initialised at the next try.
      strictModuleErrorHandling: true,
      hashFunction: 'xxhash64',
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'] },
    module: { rules: moduleRules(name) },
    optimization: {
      minimize: isProduction,
      moduleIds: isProduction ? 'deterministic' : 'named',
      chunkIds: isProduction ? 'deterministic' : 'named',
      minimizer: [
        new TerserPlugin({ extractComments: false, minify: TerserPlugin.swcMinify }),
        new CssMinimizerPlugin(),
      ],
    },
    cache: {
      type: 'filesystem',
      name: [name, isProduction ? 'production' : 'development', variant].filter(Boolean).join('-'),
      cacheDirectory: path.join(ROOT, '.cache/webpack'),
      buildDependencies: { config: [__dirname + path.sep] },
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
    plugins: [
      new MiniCssExtractPlugin({
        filename: `css/${fileName}.css`,
        chunkFilename: `css/${fileName}.css`,
        // Class names carry their package and CSS layers fix the order, so chunks may load in any.
        ignoreOrder: true,
      }),
    ],
  }
}

module.exports = { SCRIPT_TIMEOUT_MS, baseConfig }
