const crypto = require('node:crypto')

const KNOWN = {
  shell: 3000,
  'mf-public': 3001,
  'mf-entrant': 3002,
  'mf-payment': 3003,
  'mf-jury': 3004,
}
const FIRST_DERIVED = 3100
const DERIVED = 800

/** The port of a package's development server; that of a newer remote follows from its name. */
function devPort(name) {
  const hash = crypto.createHash('sha256').update(name).digest()
  return KNOWN[name] ?? FIRST_DERIVED + (hash.readUInt32BE() % DERIVED)
}

/** Where the running site answers `/api`, `/files` and, for the shell, the releases of the remotes. */
const SITE = 'http://localhost:8080'

/** Development server of one package, in front of a running site. */
const devServer = (name) => ({
  port: devPort(name),
  hot: true,
  historyApiFallback: { index: '/assets/index.html' },
  client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
  devMiddleware: { index: true },
  proxy: [{ context: ['/api', '/files', '/mfe', '/mfe-b', '/discovery.json'], target: SITE }],
})

module.exports = { devPort, devServer }
