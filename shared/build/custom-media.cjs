const path = require('node:path')
const resolveCustomMedia = require('postcss-custom-media')
// The pinned Node reads TypeScript, so that the breakpoints stand once.
const { customMedia: definitions } = require('../src/theme/breakpoints.ts')

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

module.exports = { customMedia }
