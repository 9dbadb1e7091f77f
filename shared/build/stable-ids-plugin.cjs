const NAME = 'StableIdsPlugin'

/** Modules that the federation makes up; their names carry the path of this checkout. */
const MADE_UP = [
  ['container', /^container entry /],
  ['federation', /[\\/]\.federation[\\/]entry\.\w+\.js/],
]

/** Gives these modules ids of their own, so that the same sources give the same bytes in every folder. */
module.exports = class StableIdsPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.beforeModuleIds.tap(NAME, (modules) => {
        for (const module of modules) {
          const [id] = MADE_UP.find(([, pattern]) => pattern.test(module.identifier())) ?? []
          if (id) compilation.chunkGraph.setModuleId(module, id)
        }
      })
    })
  }
}
