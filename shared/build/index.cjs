const { againstConfig } = require('./against-config.cjs')
const { hostConfig } = require('./host-config.cjs')
const { remoteConfig } = require('./remote-config.cjs')

module.exports = { againstConfig, hostConfig, remoteConfig }
