const { hostConfig } = require('./host-config.cjs')
const { proxiedDevConfig } = require('./proxied-dev-config.cjs')
const { remoteConfig } = require('./remote-config.cjs')

// `againstConfig` is the public name: tools of other checkouts ask this package for it.
module.exports = { againstConfig: proxiedDevConfig, hostConfig, remoteConfig }
