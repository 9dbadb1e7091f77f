const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { dynamicRequests, importStatements, resolveOwn, usedAntd } = require('./shares/imports.cjs')
const { LIBRARIES, OWN_MODULES, shareList } = require('./shares/share-list.cjs')
const { KIT, ROOT, SHARED, TSCONFIG, installedFolder, sourceFiles } = require('./workspace.cjs')

/*
 * What the bytes of a remote's release are made of. The version of the release is a hash of this, so that it changes with
 * what the release really uses, and with nothing else.
 */

const CONFIG = path.join(__dirname, 'remote-config.cjs')
/** Modules that the build itself adds to every release. */
const ADDED = [path.join(SHARED, 'src/browser/forget-failures.ts')]

const SCRIPT = /\.(tsx?|[cm]?js)$/
const OF_STYLES = /(?:@import\s+|\bfrom\s+|url\(\s*)['"]?(\.{1,2}\/[^'")]+|@awards\/[^'")]+)/g
const OF_ASSETS = /new URL\(\s*'([^']+)'/g

/** What a file asks for, as it is written; of a request with a variable in it the part before. */
function requestsOf(file, text) {
  if (file.endsWith('.css')) return [...text.matchAll(OF_STYLES)].map(([, from]) => from)
  if (!SCRIPT.test(file)) return []
  return [
    ...importStatements(text).map(({ from }) => from),
    ...dynamicRequests(text),
    ...[...text.matchAll(OF_ASSETS)].map(([, from]) => from),
  ]
}

const isFile = (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false

/** The files that a request leads to: one, or all of a folder for a request with a variable in it. */
function filesOf(request, importer) {
  const found = request.startsWith('.')
    ? path.resolve(path.dirname(importer), request)
    : resolveOwn(request, importer)
  if (!found) return []
  if (isFile(found)) return [found]
  if (isFile(`${found}.cjs`)) return [`${found}.cjs`]
  return sourceFiles(found)
}

const nameOf = (request) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')

/** Whether the shell gives it to a release, which then has no bytes of it. */
const isGiven = (request) =>
  request in LIBRARIES || OWN_MODULES.includes(request) || nameOf(request) === 'antd'

const isPackage = (request) => !/^(\.|\/|[a-z]+:|@awards\/shared\/)/.test(request)

/** Every file that `entries` reach, and the packages that these ask for: by name, and from which folder. */
function moduleGraph(entries) {
  const files = new Set(entries)
  const packages = new Map()
  for (const file of files) {
    for (const request of requestsOf(file, fs.readFileSync(file, 'utf8'))) {
      if (isGiven(request)) continue
      if (isPackage(request)) packages.set(nameOf(request), path.dirname(file))
      else for (const next of filesOf(request, file)) files.add(next)
    }
  }
  return { files, packages }
}

/** Where a package is installed; nothing for one that is only mentioned, without which the build fails if it is asked for. */
function packageFolder(from, name) {
  try {
    return fs.realpathSync(installedFolder(from, name))
  } catch {
    return undefined
  }
}

const known = new Map()

/** Adds a package with all that it depends on, as it is installed: `name@version`. */
function addPackage(found, name, from) {
  const folder = packageFolder(from, name)
  if (!folder) return
  const { version, dependencies = {} } =
    known.get(folder) ?? JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  known.set(folder, { version, dependencies })
  const id = `${name}@${version}`
  if (found.has(id)) return
  found.add(id)
  for (const dependency of Object.keys(dependencies)) addPackage(found, dependency, folder)
}

/** Its own sources, the modules of `shared` that it bundles, the build, and the versions of all packages in both. */
function releaseInputs(name) {
  const folder = path.join(ROOT, name)
  const own = sourceFiles(folder)
  const sources = moduleGraph([...sourceFiles(path.join(folder, 'src')), ...ADDED])
  const build = moduleGraph([CONFIG])
  const packages = new Set()
  for (const [one, from] of sources.packages) addPackage(packages, one, from)
  const { devDependencies } = JSON.parse(fs.readFileSync(path.join(SHARED, 'package.json'), 'utf8'))
  for (const tool of Object.keys(devDependencies)) addPackage(packages, tool, SHARED)
  return {
    files: [...new Set([...own, ...sources.files, ...build.files, TSCONFIG])].sort(),
    packages: [...packages].sort(),
    shares: shareList(name, usedAntd(name)),
  }
}

/** The same path in every checkout, and in the package @awards/mfe. */
const labelOf = (file) =>
  path.relative(file.startsWith(KIT + path.sep) ? KIT : ROOT, file).replaceAll('\\', '/')

/** Hash of everything that the bytes of a remote's release depend on. */
function releaseHash(name) {
  const { files, packages, shares } = releaseInputs(name)
  const hash = crypto.createHash('sha256').update(JSON.stringify([packages, shares]))
  for (const file of files) hash.update(labelOf(file)).update('\0').update(fs.readFileSync(file))
  return hash.digest('hex')
}

const NAME = 'CountedInputsPlugin'
/** Modules that the federation writes during the build. */
const MADE_UP = /[\\/]\.federation[\\/]/

/** The package that a file is of, as `name@version`. */
function packageOfFile(file) {
  for (
    let folder = path.dirname(file);
    folder !== path.dirname(folder);
    folder = path.dirname(folder)
  ) {
    const manifest = path.join(folder, 'package.json')
    if (!isFile(manifest)) continue
    const { name, version } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
    if (name && version) return `${name}@${version}`
  }
  return undefined
}

/** Fails the build of a release that holds a module by which its version was not made. */
class CountedInputsPlugin {
  constructor({ name }) {
    this.name = name
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const inputs = releaseInputs(this.name)
        const files = new Set(inputs.files)
        const packages = new Set(inputs.packages)
        for (const { resource = '' } of modules) {
          const file = resource.split('?')[0]
          if (file === '' || MADE_UP.test(file) || files.has(file)) continue
          if (packages.has(packageOfFile(file))) continue
          const error = new compiler.webpack.WebpackError(
            `${file} is in the release, but shared/build/release-inputs.cjs does not count it: ` +
              'two releases with the same version could differ.',
          )
          compilation.errors.push(error)
        }
      })
    })
  }
}

module.exports = { CountedInputsPlugin, releaseHash, releaseInputs }
