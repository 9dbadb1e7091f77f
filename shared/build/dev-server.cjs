const PORTS = {
  shell: 3000,
  'mf-public': 3001,
  'mf-entrant': 3002,
  'mf-payment': 3003,
  'mf-jury': 3004,
}

/** Where the running site answers `/api`, `/files` and, for the shell, the releases of the remotes. */
const SITE = 'http://localhost:8080'

/** Development server of one package, in front of a running site. */
const devServer = (name) => ({
  port: PORTS[name],
  hot: true,
  historyApiFallback: { index: '/assets/index.html' },
  client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
  devMiddleware: { index: true },
  proxy: [{ context: ['/api', '/files', '/mfe', '/discovery.json'], target: SITE }],
})

module.exports = { PORTS, devServer }
