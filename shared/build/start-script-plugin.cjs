const crypto = require('node:crypto')
const fs = require('node:fs')
const ts = require('typescript')

const NAME = 'StartScriptPlugin'

/**
 * Emits a script without imports as a file of its own, beside the bundles and without their runtime.
 * RouteAssetsPlugin names it as `start`.
 */
module.exports = class StartScriptPlugin {
  constructor({ file }) {
    this.file = file
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.fileDependencies.add(this.file)
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const { outputText } = ts.transpileModule(fs.readFileSync(this.file, 'utf8'), {
          compilerOptions: {
            target: ts.ScriptTarget.ES2022,
            module: ts.ModuleKind.None,
            removeComments: true,
          },
        })
        // No name of it may become one of the page.
        const source = `{${outputText}}`
        const hash = crypto.createHash('sha256').update(source).digest('hex').slice(0, 8)
        compilation.emitAsset(`js/start.${hash}.js`, new sources.RawSource(source))
      })
    })
  }
}
