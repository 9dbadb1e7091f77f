const path = require('node:path')
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const resolveCustomMedia = require('postcss-custom-media')
const TerserPlugin = require('terser-webpack-plugin')
const { HOST, REMOTES, ROOT, SHARED, TSCONFIG } = require('./workspace.cjs')
// The pinned Node reads TypeScript, so that constants and breakpoints stand once.
const { SCRIPT_TIMEOUT_MS } = require('../src/domain/constants.ts')
const { customMedia: definitions } = require('../src/theme/breakpoints.ts')

// Otherwise the federation plugin finds webpack by validating an empty configuration, which takes half a second.
process.env.FEDERATION_WEBPACK_PATH ??= require.resolve('webpack')

const OWN_SOURCES = [HOST, ...REMOTES].map((name) => path.join(ROOT, name)).concat(SHARED)
const ASSET_NAME = 'media/[name].[contenthash:8][ext]'
const BREAKPOINTS = path.join(__dirname, '../src/theme/breakpoints.ts')

/** Puts the breakpoints before a style sheet as `@custom-media`, and has it built anew when they change. */
const defineBreakpoints = {
  postcssPlugin: 'define-breakpoints',
  Once(root, { parse, result }) {
    root.prepend(parse(definitions()))
    result.messages.push({ type: 'dependency', plugin: 'define-breakpoints', file: BREAKPOINTS })
  },
}

/** CSS cannot read custom properties in media queries: the build writes out `@media (--below-tablet)`. */
const customMedia = {
  loader: require.resolve('postcss-loader'),
  options: {
    postcssOptions: {
      config: false,
      plugins: [defineBreakpoints, resolveCustomMedia()],
    },
  },
}

const css = (modules) => [
  { loader: MiniCssExtractPlugin.loader },
  { loader: require.resolve('css-loader'), options: { modules, importLoaders: 0 } },
  customMedia,
]

/** On the server a style sheet is no more than the names of its classes. */
const cssNames = (modules) => [
  {
    loader: require.resolve('css-loader'),
    options: { modules: { ...modules, exportOnlyLocals: true } },
  },
]

const classNames = (name) => ({
  namedExport: false,
  exportLocalsConvention: 'as-is',
  localIdentName: `${name}-[local]-[hash:base64:5]`,
})

function sourceRules(name) {
  const isRemote = name !== HOST
  return [
    {
      test: /\.tsx?$/,
      include: OWN_SOURCES.map((folder) => ({
        and: [folder],
        not: [path.join(folder, 'node_modules')],
      })),
      use: [
        {
          loader: require.resolve('ts-loader'),
          options: {
            transpileOnly: true,
            configFile: TSCONFIG,
            compilerOptions: { noEmit: false, allowImportingTsExtensions: false },
          },
        },
        { loader: require.resolve('./shares/import-loader.cjs'), options: { isRemote } },
      ],
    },
    {
      // These packages lack `sideEffects: false`, but their modules only export: unused ones are dropped.
      test: /[\\/]node_modules[\\/](@rc-component|@ant-design)[\\/].*\.js$/,
      sideEffects: false,
    },
  ]
}

const media = (more) => ({
  test: /\.(woff2?|png|jpe?g|webp|avif|svg)$/,
  type: 'asset/resource',
  generator: { filename: ASSET_NAME, ...more },
})

/** How TypeScript, styles and media become modules; class names carry the name of their package. */
const moduleRules = (name) => [
  ...sourceRules(name),
  { test: /\.module\.css$/, use: css(classNames(name)) },
  { test: /\.css$/, exclude: /\.module\.css$/, use: css(false) },
  media(),
]

/** The same for the server: the same names of classes and of files, and nothing is written. */
const serverRules = (name) => [
  ...sourceRules(name),
  { test: /\.module\.css$/, use: cssNames(classNames(name)) },
  { test: /\.css$/, exclude: /\.module\.css$/, use: cssNames({ mode: 'global' }) },
  media({ emit: false }),
]

const ENTRY_LOCALES = '@awards/shared/entries/locales'
const CATALOG = /[\\/](locales|texts)[\\/](?:\w+[\\/])?(en|fr|zh)\.json$/

/** Transpiles with swc, four times as fast as TypeScript; `react` are the options of its JSX transform. */
const swcLoader = (tsx, react) => ({
  loader: require.resolve('swc-loader'),
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx },
      target: 'es2022',
      transform: { react: { runtime: 'automatic', ...react } },
    },
  },
})

/** These rules for development, with swc in place of ts-loader (docs/adr/0053). */
const devRules = ([sources, ...others], react) => [
  ...[true, false].map((tsx) => ({
    ...sources,
    test: tsx ? /\.tsx$/ : /\.ts$/,
    use: [swcLoader(tsx, react), ...sources.use.slice(1)],
  })),
  ...others,
]

/** These rules with React's Fast Refresh, which keeps the state of components over an edit, and with texts that take one. */
const refreshRules = (rules) => [
  ...devRules(rules, { development: true, refresh: true }),
  {
    test: CATALOG,
    include: OWN_SOURCES,
    type: 'javascript/auto',
    use: require.resolve('./hot/texts-loader.cjs'),
  },
]

/** Components below a folder keep their state while an edit changes them. */
const hotRule = (folder) => ({
  test: /\.tsx?$/,
  include: folder,
  enforce: 'pre',
  use: require.resolve('./hot/hot-loader.cjs'),
})

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
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'],
      // `exports` of a package lead to files; a request with a variable in it needs the folder.
      alias: { [ENTRY_LOCALES]: path.join(SHARED, 'src/entries/locales') },
    },
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

module.exports = { baseConfig, devRules, hotRule, moduleRules, refreshRules, serverRules }
