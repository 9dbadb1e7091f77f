const { remoteConfig } = require('@awards/shared/build')

module.exports = (env, { mode }) =>
  remoteConfig('mf-organiser', { mode, serve: Boolean(env.WEBPACK_SERVE) })
