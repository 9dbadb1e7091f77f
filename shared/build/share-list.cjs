const fs = require('node:fs')
const path = require('node:path')
const { ANTD_MODULES } = require('./antd-modules.cjs')
const { HOST, ROOT, SHARED, packageJson } = require('./workspace.cjs')

/** Third-party modules of which the page may hold one copy. Key: what is imported; value: its package. */
const LIBRARIES = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-dom': 'react-dom',
  'react-dom/client': 'react-dom',
  'react-router-dom': 'react-router-dom',
  redux: 'redux',
  'react-redux': 'react-redux',
  '@reduxjs/toolkit': '@reduxjs/toolkit',
  '@reduxjs/toolkit/query/react': '@reduxjs/toolkit',
  axios: 'axios',
  i18next: 'i18next',
  'react-i18next': 'react-i18next',
  dayjs: 'dayjs',
}

/** Parts of `@awards/shared` that hold state or are too large to be bundled five times. */
const OWN_MODULES = [
  '@awards/shared/paths',
  '@awards/shared/contract',
  '@awards/shared/domain',
  '@awards/shared/client',
  '@awards/shared/session',
  '@awards/shared/theme',
  '@awards/shared/i18n',
  '@awards/shared/ui',
  '@awards/shared/icon-base',
]

/** What the host provides in place of the whole package (it is tree-shaken once, in the host). */
const KERNELS = { 'react-router-dom': '@awards/shared/kernel/router' }

const installed = (folder, name) =>
  JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    .version

/** The version that `name` resolves to, the same for every package of the workspace or no build. */
function agreedVersion(consumer, name) {
  const wanted = installed(SHARED, name)
  const own = packageJson(consumer).dependencies?.[name]
  const found = own ? installed(path.join(ROOT, consumer), name) : wanted
  if (found !== wanted) {
    throw new Error(
      `${consumer} has ${name} ${found}, the host provides ${wanted}. ` +
        `Write "${name}": "catalog:" into ${consumer}/package.json and install again.`,
    )
  }
  return wanted
}

const singleton = (version, packageName, more) => ({
  singleton: true,
  strictVersion: true,
  version,
  requiredVersion: `^${version}`,
  ...(packageName && { packageName }),
  ...more,
})

/**
 * The `shared` option. The host provides; a remote consumes and brings no copy of its own. `antd` names
 * the components that a remote consumes, `isEager` tells what the host's first screen needs.
 */
function shareList(consumer, { isHost, antd = [], isEager }) {
  const side = (key) =>
    isHost
      ? { eager: isEager(key), ...(KERNELS[key] && { import: KERNELS[key] }) }
      : { import: false }
  const shared = {}
  for (const [key, name] of Object.entries(LIBRARIES)) {
    shared[key] = singleton(agreedVersion(consumer, name), name, side(key))
  }
  for (const key of OWN_MODULES) {
    shared[key] = singleton(packageJson('shared').version, undefined, side(key))
  }
  for (const key of antd) {
    shared[key] = singleton(agreedVersion(consumer, 'antd'), 'antd', side(key))
  }
  return shared
}

/**
 * Every component of antd, as the host offers it. It only provides: its own screens take the modules as
 * they are, which spares the page a table of how to consume each of them.
 */
function antdProvides() {
  const version = agreedVersion(HOST, 'antd')
  return Object.fromEntries(
    ANTD_MODULES.map((key) => {
      const file = fs.realpathSync(path.join(SHARED, 'node_modules', key, 'index.js'))
      return [file, { ...singleton(version), shareKey: key, eager: false }]
    }),
  )
}

module.exports = { KERNELS, LIBRARIES, OWN_MODULES, antdProvides, shareList }
