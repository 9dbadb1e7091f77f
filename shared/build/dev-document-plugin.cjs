const fs = require('node:fs')
const path = require('node:path')
const { HOST, ROOT } = require('./workspace.cjs')

const NAME = 'DevDocumentPlugin'
const isAsset = (file) => /\.(js|css)$/.test(file) && !file.includes('.hot-update.')

/** As RouteAssetsPlugin writes it, without what an edit would make wrong: digests, and files of screens. */
const assetsOf = (initial) => ({
  initial,
  provided: {},
  exposed: {
    files: [],
    shared: [],
  },
  screens: [],
  catalogs: {
    en: [],
    fr: [],
    zh: [],
  },
  fonts: [],
  integrity: {},
  sealedStyles: false,
})

/** Writes what the server fills documents from: the page, and the scripts and styles it begins with. */
module.exports = class DevDocumentPlugin {
  constructor({ folder }) {
    this.folder = folder
  }

  apply(compiler) {
    const page = path.join(ROOT, HOST, 'src/index.html')
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.fileDependencies.add(page)
    })
    compiler.hooks.afterEmit.tap(NAME, (compilation) => {
      const initial = compilation.entrypoints.get('main').getFiles().filter(isAsset)
      this.write('index.html', fs.readFileSync(page, 'utf8'))
      this.write('route-assets.json', `${JSON.stringify(assetsOf(initial), null, 1)}\n`)
    })
  }

  write(name, text) {
    const file = path.join(this.folder, name)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return
    fs.mkdirSync(this.folder, { recursive: true })
    // The server may be reading.
    fs.writeFileSync(`${file}.new`, text)
    fs.renameSync(`${file}.new`, file)
  }
}
