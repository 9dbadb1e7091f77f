const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { ROUTES } = require('../../src/domain/routes.ts')
const { sourceCommit } = require('../release-facts.cjs')
const { KIT, SHARED, sourceFiles } = require('../workspace.cjs')

const SHELL_RELEASE = 'ShellReleasePlugin'
const SHELL_RELEASE_FILE = 'shell-release.json'

/** Pages that the shell keeps for itself; the page for what is not found is no address of its own. */
const ownRoutes = () =>
  ROUTES.filter(({ owner, path }) => owner === 'shell' && path !== '*').map(({ path }) => path)

/** Emits shell-release.json, by which the registry tells whether a release of a remote can run here. */
class ShellReleasePlugin {
  constructor({ version, provides }) {
    const versions = Object.values(provides).map(({ shareKey, version: offered }) => [
      shareKey,
      offered,
    ])
    this.release = {
      name: 'shell',
      version,
      provides: Object.fromEntries(versions.sort(([a], [b]) => (a < b ? -1 : 1))),
      routes: ownRoutes(),
    }
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap(SHELL_RELEASE, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: SHELL_RELEASE, stage }, () => {
        const text = `${JSON.stringify(this.release, null, 2)}\n`
        compilation.emitAsset(SHELL_RELEASE_FILE, new sources.RawSource(text))
      })
    })
  }
}

const RELEASE = 'ReleasePlugin'
const MANIFEST = 'mf-manifest.json'
const ROUTE_ASSETS = 'route-assets.json'
const SURFACE = 'surface.json.gz'
/** Files that the manifest does not seal: itself, and the surface, which is not the same for each build of a version. */
const BESIDE = new Set([MANIFEST, SURFACE])
const digest = (bytes) => `sha384-${crypto.createHash('sha384').update(bytes).digest('base64')}`

function filesBelow(folder) {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile() || BESIDE.has(entry.name)) return []
    return [path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')]
  })
}

/**
 * Turns a finished build into a release: the manifest names the remote's pages, those of them that are made of antd,
 * and the digest of every file. `release.json` beside the version's folder names the build of these sources, which the next start
 * gives to visitors, and their commit; a build under a version of its own is not it.
 */
class ReleasePlugin {
  constructor({ name, version, routes, menu, budget, isOwnVersion }) {
    this.name = name
    this.version = version
    this.routes = routes
    this.menu = menu
    this.budget = budget
    this.isOwnVersion = isOwnVersion
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise(RELEASE, async (compilation) => {
      if (compilation.errors.length > 0) return
      const folder = compilation.outputOptions.path
      // The registry compares it with that of the release before.
      const { surfaceBytes } = await import('../surface.ts')
      const surface = await surfaceBytes(KIT, sourceFiles(SHARED))
      fs.writeFileSync(path.join(folder, SURFACE), surface)
      const commit = sourceCommit(this.name)
      // A version that names its sources stands for equal bytes, committed or not.
      const integrity = this.sealManifest(folder, this.isOwnVersion ? commit : undefined)
      if (this.isOwnVersion) return
      const release = {
        name: this.name,
        version: this.version,
        integrity,
        builtAt: new Date().toISOString(),
        ...(commit && { commit }),
      }
      const file = path.join(path.dirname(folder), 'release.json')
      fs.writeFileSync(`${file}.new`, `${JSON.stringify(release, null, 2)}\n`)
      fs.renameSync(`${file}.new`, file)
    })
  }

  sealManifest(folder, commit) {
    const file = path.join(folder, MANIFEST)
    const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))
    Object.assign(manifest.metaData.buildInfo, {
      buildVersion: this.version,
      ...(commit && { commit }),
    })
    manifest.sealed = true
    manifest.routes = this.routes
    if (this.menu.length > 0) manifest.menu = this.menu
    if (this.budget !== undefined) manifest.budget = this.budget
    const { screens } = JSON.parse(fs.readFileSync(path.join(folder, ROUTE_ASSETS), 'utf8'))
    manifest.antdPages = screens
      .filter(({ usesDesign }) => usesDesign)
      .map(({ path: page }) => page)
    manifest.integrity = Object.fromEntries(
      filesBelow(folder)
        .sort()
        .map((name) => [name, digest(fs.readFileSync(path.join(folder, name)))]),
    )
    const bytes = JSON.stringify(manifest)
    fs.writeFileSync(file, bytes)
    return digest(bytes)
  }
}

module.exports = { ReleasePlugin, ShellReleasePlugin }
