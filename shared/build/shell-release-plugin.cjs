const { ROUTES } = require('../src/domain/routes.ts')

const NAME = 'ShellReleasePlugin'
const FILE = 'shell-release.json'

/** Pages that the shell keeps for itself; the page for what is not found is no address of its own. */
const ownRoutes = () =>
  ROUTES.filter(({ owner, path }) => owner === 'shell' && path !== '*').map(({ path }) => path)

/** Emits shell-release.json, by which the registry tells whether a release of a remote can run here. */
module.exports = class ShellReleasePlugin {
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
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const text = `${JSON.stringify(this.release, null, 2)}\n`
        compilation.emitAsset(FILE, new sources.RawSource(text))
      })
    })
  }
}
