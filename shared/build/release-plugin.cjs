const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { sourceCommit } = require('./release-facts.cjs')

const NAME = 'ReleasePlugin'
const MANIFEST = 'mf-manifest.json'
const digest = (bytes) => `sha384-${crypto.createHash('sha384').update(bytes).digest('base64')}`

function filesBelow(folder) {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile() || entry.name === MANIFEST) return []
    return [path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')]
  })
}

/**
 * Turns a finished build into a release: the manifest names the remote's pages and the digest of every
 * file. `release.json` beside the version's folder names the build of these sources, which the next start
 * gives to visitors, and their commit; a build under a version of its own is not it.
 */
module.exports = class ReleasePlugin {
  constructor({ name, version, routes, isOwnVersion }) {
    this.name = name
    this.version = version
    this.routes = routes
    this.isOwnVersion = isOwnVersion
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tap(NAME, (compilation) => {
      if (compilation.errors.length > 0) return
      const folder = compilation.outputOptions.path
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
    manifest.routes = this.routes
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
