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
 * Turns a finished build into a release: the manifest names the remote's pages, the commit of its
 * sources and the digest of every file. `release.json` beside the version's folder names the build of
 * these sources, which the next start gives to visitors; a build under a version of its own is not it.
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
      const integrity = this.sealManifest(folder)
      if (this.isOwnVersion) return
      const release = {
        name: this.name,
        version: this.version,
        integrity,
        builtAt: new Date().toISOString(),
      }
      const file = path.join(path.dirname(folder), 'release.json')
      fs.writeFileSync(`${file}.new`, `${JSON.stringify(release, null, 2)}\n`)
      fs.renameSync(`${file}.new`, file)
    })
  }

  sealManifest(folder) {
    const file = path.join(folder, MANIFEST)
    const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))
    const commit = sourceCommit(this.name)
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
