// Builds the site as one bundle without federation into dist/mono, to measure the federated one against
// it: npm run build -- --mono, then npm run bench -- loader.
import { createRequire } from 'node:module'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const require = createRequire(path.join(ROOT, 'shared/package.json'))
const webpack = require('webpack')
const { monoConfig } = require('./build/mono-config.cjs')

process.env.NODE_ENV = 'production'
const started = performance.now()
webpack(monoConfig(), (error, stats) => {
  if (error || stats.hasErrors()) {
    console.error(error ?? stats.toString('errors-only'))
    process.exitCode = 1
    return
  }
  console.log(`mono: built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
})
