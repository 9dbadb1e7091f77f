const fs = require('node:fs')
const path = require('node:path')
const { SHARED, HOST, ROOT, installedFolder, packageJson } = require('../workspace.cjs')

const INDEX = path.join(installedFolder(SHARED, 'antd'), 'es/index.js')
const EXPORT = /^export \{ default as (\w+) \} from '\.\/([\w-]+)';$/gm

const modules = new Map(
  [...fs.readFileSync(INDEX, 'utf8').matchAll(EXPORT)].map(([, name, folder]) => [
    name,
    `antd/es/${folder}`,
  ]),
)

/** The modules of everything that antd exports, sorted; the host offers them all. */
const ANTD_MODULES = [...new Set(modules.values())].sort()

/** The module of one antd component: `DatePicker` is in `antd/es/date-picker`. */
function antdModule(name, file) {
  const found = modules.get(name)
  if (!found) throw new Error(`antd has no component "${name}" (imported in ${file}).`)
  return found
}

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
  'react-i18next/TransWithoutContext': 'react-i18next',
  dayjs: 'dayjs',
}

/** Parts of `@awards/shared` that hold state or are too large to be bundled five times. */
const OWN_MODULES = [
  '@awards/shared/paths',
  '@awards/shared/calls',
  '@awards/shared/rules',
  '@awards/shared/contract',
  '@awards/shared/domain',
  '@awards/shared/client',
  '@awards/shared/session',
  '@awards/shared/theme',
  '@awards/shared/i18n',
  '@awards/shared/ui',
  '@awards/shared/icon-base',
]

/** Folders of `@awards/shared` that each remote bundles. */
const BUNDLED = ['browser', 'entries', 'forms', 'list', 'ui/native']

/** What the host provides in place of the whole package (it is tree-shaken once, in the host). */
const PROVIDED = {
  'react-router-dom': '@awards/shared/provided/router',
  'react-redux': '@awards/shared/provided/react-redux',
  'react-i18next': '@awards/shared/provided/react-i18next',
  '@reduxjs/toolkit': '@awards/shared/provided/toolkit',
  '@reduxjs/toolkit/query/react': '@awards/shared/provided/toolkit-query',
}

const installed = (folder, name) =>
  JSON.parse(fs.readFileSync(path.join(installedFolder(folder, name), 'package.json'), 'utf8'))
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

/** The `shared` option of a remote: it consumes, and brings no copy of its own. */
function shareList(consumer, antd) {
  const consumed = { import: false }
  const shared = {}
  for (const [key, name] of Object.entries(LIBRARIES)) {
    shared[key] = singleton(agreedVersion(consumer, name), name, consumed)
  }
  for (const key of OWN_MODULES) {
    shared[key] = singleton(packageJson('shared').version, undefined, consumed)
  }
  for (const key of antd) {
    shared[key] = singleton(agreedVersion(consumer, 'antd'), 'antd', consumed)
  }
  return shared
}

/**
 * What the host provides beside antd, by the request that finds it. It only provides: its own screens
 * take the modules as they are, so that the first script holds no more of them than it uses. `isEager`
 * tells which keys come with the first script.
 */
function hostProvides(isEager) {
  const provided = (key, version) => [
    PROVIDED[key] ?? key,
    { ...singleton(version), shareKey: key, eager: isEager(key) },
  ]
  return Object.fromEntries([
    ...Object.entries(LIBRARIES).map(([key, name]) => provided(key, agreedVersion(HOST, name))),
    ...OWN_MODULES.map((key) => provided(key, packageJson('shared').version)),
  ])
}

/** Every component of antd, as the host offers it. */
function antdProvides() {
  const version = agreedVersion(HOST, 'antd')
  return Object.fromEntries(
    ANTD_MODULES.map((key) => {
      const file = fs.realpathSync(path.join(SHARED, 'node_modules', key, 'index.js'))
      return [file, { ...singleton(version), shareKey: key, eager: false }]
    }),
  )
}

module.exports = {
  ANTD_MODULES,
  BUNDLED,
  PROVIDED,
  LIBRARIES,
  OWN_MODULES,
  antdModule,
  antdProvides,
  hostProvides,
  shareList,
}
