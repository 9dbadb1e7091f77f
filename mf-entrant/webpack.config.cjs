const { remoteConfig } = require('@awards/shared/build')

module.exports = (env, { mode }) =>
  remoteConfig('mf-entrant', { mode, serve: Boolean(env.WEBPACK_SERVE) })
