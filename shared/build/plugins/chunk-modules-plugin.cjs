const fs = require('node:fs')
const path = require('node:path')
const { ROOT } = require('../workspace.cjs')

const NAME = 'ChunkModulesPlugin'
const FOLDER = path.join(ROOT, 'dist/.builds')

/** `shell/src/app/site.tsx` for our own modules, `antd/es/button/Button.js` for those of packages. */
const nameOf = (identifier) => {
  const file = path.relative(ROOT, identifier.split('!').at(-1).split('?')[0])
  return file.replace(/^.*node_modules\//, '')
}

function modulesOf(chunk, { chunkGraph }) {
  const sizes = {}
  for (const module of chunkGraph.getChunkModulesIterable(chunk)) {
    for (const one of module.modules ?? [module]) {
      if (!one.resource) continue
      const name = nameOf(one.resource)
      sizes[name] = (sizes[name] ?? 0) + one.size('javascript')
    }
  }
  return sizes
}

/**
 * Writes dist/.builds/<package>.modules.json: each script with the source bytes of its modules. It stays out of the
 * release; `bench/bytes.ts` and the budget of scripts read it.
 */
class ChunkModulesPlugin {
  constructor({ name }) {
    this.name = name
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tap(NAME, (compilation) => {
      const report = {}
      for (const chunk of compilation.chunks) {
        const sizes = modulesOf(chunk, compilation)
        for (const file of chunk.files) {
          if (file.endsWith('.js')) report[path.basename(file)] = sizes
        }
      }
      fs.mkdirSync(FOLDER, { recursive: true })
      fs.writeFileSync(path.join(FOLDER, `${this.name}.modules.json`), JSON.stringify(report))
    })
  }
}

module.exports = { ChunkModulesPlugin }
