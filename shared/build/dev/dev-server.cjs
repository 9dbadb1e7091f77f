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
  proxy: [
    {
      context: ['/api', '/files', '/pictures', '/mfe', '/mfe-b', '/discovery.json'],
      target: SITE,
      changeOrigin: true,
    },
  ],
})

/** The Trusted Types policy of the overlay of a package; a page allows each name once. */
const overlayPolicy = (name) => `overlay-${name}`

/**
 * A development server behind another one, which has the address of the site: pages listen for edits at
 * `socketPath`. `overlay` is the package whose errors are shown over the page.
 */
const hotServer = ({ publicPath, socketPath, overlay }) => ({
  host: '127.0.0.1',
  // The system gives one, so that two that start at once do not get the same.
  port: 0,
  hot: true,
  liveReload: false,
  static: false,
  allowedHosts: 'auto',
  devMiddleware: { publicPath, stats: { all: false, errors: true, warnings: true } },
  webSocketServer: { type: 'ws', options: { path: socketPath } },
  client: {
    overlay: overlay
      ? {
          errors: true,
          warnings: false,
          runtimeErrors: false,
          trustedTypesPolicyName: overlayPolicy(overlay),
        }
      : false,
    progress: false,
    logging: 'warn',
    webSocketURL: { hostname: '0.0.0.0', port: 0, pathname: socketPath },
  },
  setupExitSignals: false,
})

module.exports = { devPort, devServer, hotServer, overlayPolicy }
