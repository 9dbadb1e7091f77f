const { hostConfig } = require('./host-config.cjs')
const { remoteConfig } = require('./remote-config.cjs')

module.exports = { hostConfig, remoteConfig }
