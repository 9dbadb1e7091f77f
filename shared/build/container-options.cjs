const path = require('node:path')
const { NormalModuleReplacementPlugin } = require('webpack')
const { shareList } = require('./share-list.cjs')
const { ROOT, containerName } = require('./workspace.cjs')

const EXPOSED = './routes'
const FORGET_FAILURES = path.join(ROOT, 'shared/src/kernel/forget-failures.ts')

/** Every icon imports its base by this path; in a remote it goes to the host's copy (it knows the nonce). */
const hostIconBase = () =>
  new NormalModuleReplacementPlugin(
    /^\.\.\/components\/AntdIconLight(\.js)?$/,
    '@awards/shared/icon-base',
  )

/** How a version of a remote becomes a container that the host can load; `antd`: what it consumes. */
const containerOptions = (name, version, antd) => ({
  name: containerName(name),
  filename: 'remoteEntry.js',
  library: { type: 'global', name: `${containerName(name)}_${version.replace(/\W/g, '_')}` },
  shared: shareList(name, antd),
  shareStrategy: 'loaded-first',
  manifest: true,
  dts: false,
  runtimePlugins: [FORGET_FAILURES],
  experiments: {
    externalRuntime: true,
    optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
  },
})

module.exports = { EXPOSED, containerOptions, hostIconBase }
