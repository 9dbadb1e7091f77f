const { hostConfig, hostHash } = require('./host-config.cjs')
const { remoteConfig } = require('./remote-config.cjs')

module.exports = { hostConfig, hostHash, remoteConfig }
