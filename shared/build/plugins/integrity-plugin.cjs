const crypto = require('node:crypto')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')

const NAME = 'IntegrityPlugin'
const MARKS = { js: '__INTEGRITY_OF_SCRIPTS__', css: '__INTEGRITY_OF_STYLES__' }
const digest = (bytes) => `sha384-${crypto.createHash('sha384').update(bytes).digest('base64')}`

const quotedMark = (text, mark) =>
  [`"${mark}"`, `'${mark}'`, `\`${mark}\``].find((quoted) => text.includes(quoted))

/**
 * Subresource integrity for the chunks that webpack loads itself, scripts and styles. Scripts are requested in CORS mode,
 * as the site's `Integrity-Policy` demands; webpack does so for other origins alone. The map from chunk to digest is written into the runtime after the real content hashes are known. The name of the
 * runtime's own file stays right, since the names of all chunks, with their hashes, are already part of
 * it. A chunk without a digest is not loaded.
 */
module.exports = class IntegrityPlugin {
  apply(compiler) {
    const { Compilation, runtime } = compiler.webpack
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // An exception here would leave the chunk pending for ever, so the load is reported as failed.
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (source) =>
          `${source}\nvar digests = ${JSON.stringify(MARKS.js)};\n` +
          'if (!digests[chunkId]) return done({ type: "integrity", target: script });\n' +
          'script.integrity = digests[chunkId];\nscript.crossOrigin = "anonymous";',
      )
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        NAME,
        (source, { tag, chunkId, href }) =>
          `${source}\nvar digests = ${JSON.stringify(MARKS.css)};\n` +
          `if (!digests[${chunkId}]) throw new Error(${href} + " has no integrity");\n` +
          `${tag}.integrity = digests[${chunkId}];`,
      )
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 100
      compilation.hooks.processAssets.tap({ name: NAME, stage }, (assets) => {
        for (const kind of Object.keys(MARKS)) this.writeMap(compiler, compilation, assets, kind)
      })
    })
  }

  writeMap(compiler, compilation, assets, kind) {
    const chunks = [...compilation.chunks]
    const filesOf = (chunk, ending) =>
      [...chunk.files].filter((file) => file.endsWith(`.${ending}`) && assets[file])
    const map = Object.fromEntries(
      chunks
        .filter((chunk) => kind === 'css' || !chunk.hasRuntime())
        .flatMap((chunk) =>
          filesOf(chunk, kind).map((file) => [chunk.id, digest(assets[file].buffer())]),
        ),
    )
    for (const file of chunks
      .filter((chunk) => chunk.hasRuntime())
      .flatMap((chunk) => filesOf(chunk, 'js'))) {
      const text = assets[file].source().toString()
      const quoted = quotedMark(text, MARKS[kind])
      if (!quoted) continue
      const withMap = text.replaceAll(quoted, () => JSON.stringify(map))
      compilation.updateAsset(file, new compiler.webpack.sources.RawSource(withMap))
    }
  }
}
