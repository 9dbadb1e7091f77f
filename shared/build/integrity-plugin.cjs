const crypto = require('node:crypto')

const NAME = 'IntegrityPlugin'
const MARK = '__INTEGRITY_OF_CHUNKS__'
const digest = (bytes) => `sha384-${crypto.createHash('sha384').update(bytes).digest('base64')}`

const quotedMark = (text) =>
  [`"${MARK}"`, `'${MARK}'`, `\`${MARK}\``].find((quoted) => text.includes(quoted))

/**
 * Subresource integrity for the chunks that webpack loads itself. The map from chunk to digest is
 * written into the runtime after the real content hashes are known. The name of the runtime's own
 * file stays right, since the names of all chunks, with their hashes, are already part of it.
 */
module.exports = class IntegrityPlugin {
  apply(compiler) {
    const { Compilation, runtime } = compiler.webpack
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const hooks = runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation)
      hooks.createScript.tap(
        NAME,
        (source) =>
          `${source}\nvar integrity = ${JSON.stringify(MARK)};\n` +
          'if (typeof integrity === "object" && integrity[chunkId]) script.integrity = integrity[chunkId];',
      )
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 100
      compilation.hooks.processAssets.tap({ name: NAME, stage }, (assets) =>
        this.writeMap(compiler, compilation, assets),
      )
    })
  }

  writeMap(compiler, compilation, assets) {
    const chunks = [...compilation.chunks]
    const scriptsOf = (chunk) =>
      [...chunk.files].filter((file) => file.endsWith('.js') && assets[file])
    const map = Object.fromEntries(
      chunks
        .filter((chunk) => !chunk.hasRuntime())
        .flatMap((chunk) =>
          scriptsOf(chunk).map((file) => [chunk.id, digest(assets[file].buffer())]),
        ),
    )
    for (const file of chunks.filter((chunk) => chunk.hasRuntime()).flatMap(scriptsOf)) {
      const text = assets[file].source().toString()
      const quoted = quotedMark(text)
      if (!quoted) continue
      const withMap = text.replaceAll(quoted, () => JSON.stringify(map))
      compilation.updateAsset(file, new compiler.webpack.sources.RawSource(withMap))
    }
  }
}
