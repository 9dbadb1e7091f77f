const { hostConfig } = require('@awards/shared/build')

module.exports = (env, { mode }) => hostConfig({ mode, serve: Boolean(env.WEBPACK_SERVE) })
