const fs = require('node:fs')
const ts = require('typescript')
const crypto = require('node:crypto')
const { PAGES } = require('../../src/domain/routes.ts')

const propertyName = (property) => property.name?.text

function ownValue(object, name) {
  const property = object.properties.find((one) => propertyName(one) === name)
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined
}

function dynamicImports(node, found = []) {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [request] = node.arguments
    if (request && ts.isStringLiteralLike(request)) found.push(request.text)
  }
  node.forEachChild((child) => {
    dynamicImports(child, found)
  })
  return found
}

const joinPaths = (parent, path) => [parent, path].filter(Boolean).join('/').replaceAll('//', '/')

const PAGE_ROUTES = 'pageRoutes'

/** Screens of `pageRoutes(PAGES, { name: () => import(…) })`: the declaration of the page has its path. */
function declaredScreens({ arguments: [, screens] }) {
  return screens.properties.flatMap((property) =>
    dynamicImports(property).map((request) => ({
      path: PAGES[propertyName(property)].path.slice(1),
      request,
    })),
  )
}

function collect(node, parent, screens) {
  if (ts.isCallExpression(node) && node.expression.text === PAGE_ROUTES) {
    screens.push(...declaredScreens(node))
    return
  }
  if (!ts.isObjectLiteralExpression(node)) {
    node.forEachChild((child) => {
      collect(child, parent, screens)
    })
    return
  }
  const path = ownValue(node, 'path')
  const here = joinPaths(parent, path && ts.isStringLiteralLike(path) ? path.text : '')
  const children = ownValue(node, 'children')
  const requests = node.properties
    .filter((property) => propertyName(property) !== 'children')
    .flatMap((property) => dynamicImports(property))
  for (const request of requests) screens.push({ path: here, request })
  if (children) collect(children, here, screens)
}

const parse = (file) =>
  ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true)

/** The route paths of `routes.tsx` with the module that each one loads lazily. */
function routeScreens(file) {
  const screens = []
  collect(parse(file), '', screens)
  return screens
}

const NAME = 'RouteAssetsPlugin'
const FILE = 'route-assets.json'
const isAsset = (file) => /\.(js|css)$/.test(file)
const CATALOG = /[\\/]locales[\\/](?:\w+[\\/])?(en|fr|zh)\.json$/
/** The first script of a page that comes with its content (StartScriptPlugin). */
const START = /^js\/start\.\w+\.js$/
/** The one font file that every page shows in its first lines. */
const FIRST_FONT = /roboto-latin-wght-normal\.\w+\.woff2$/
const unique = (list) => [...new Set(list)]

const digest = (bytes) => `sha384-${crypto.createHash('sha384').update(bytes).digest('base64')}`

const filesOf = (chunks) => unique([...chunks].flatMap((chunk) => [...chunk.files])).filter(isAsset)

/** Keys of the shared modules that a list of chunks consumes, also those inside concatenated modules. */
function consumedBy(compilation, chunks) {
  const keys = new Set()
  for (const chunk of chunks) {
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      for (const one of [module, ...(module.modules ?? [])]) {
        if (one.type === 'consume-shared-module') keys.add(one.options.shareKey)
      }
    }
  }
  return [...keys]
}

/** Files of what is imported under a name (`webpackChunkName`). */
const filesOfNamed = (compilation, name) => {
  const group = compilation.namedChunkGroups.get(name)
  return group ? filesOf(group.chunks) : []
}

/** The host's theme, texts and toasts of antd, without which no page that is made of it is shown. */
const designFiles = (compilation) => filesOfNamed(compilation, 'design')

/** The texts of antd and dayjs that the host loads beside the design, by language. */
const libraryTexts = (compilation) =>
  Object.fromEntries(
    ['en', 'fr', 'zh'].map((language) => [
      language,
      unique([
        ...filesOfNamed(compilation, 'dayjs'),
        ...filesOfNamed(compilation, `antd-${language}`),
      ]),
    ]),
  )

/** Keys of what is shown inside of the design system. */
const ANTD_KEY = /^antd\/|^@awards\/shared\/icon-base$/
const ANTD_FILE = /[\\/]node_modules[\\/]antd[\\/]es[\\/]/

const hasAntd = (compilation, chunks) =>
  [...chunks].some((chunk) =>
    [...compilation.chunkGraph.getChunkModulesIterable(chunk)].some((module) =>
      [module, ...(module.modules ?? [])].some(({ resource }) => ANTD_FILE.test(resource ?? '')),
    ),
  )

const DESIGNED_PART = 'designedPart'

function importsInParts(node, found = []) {
  if (ts.isCallExpression(node) && node.expression.text === DESIGNED_PART)
    dynamicImports(node, found)
  else {
    node.forEachChild((child) => {
      importsInParts(child, found)
    })
  }
  return found
}

/** What a module imports in calls of `designedPart`, which brings the design system with it. */
const designedParts = (file) => importsInParts(parse(file))

/** Whether all imports of a group are calls of `designedPart`. */
function isDesignedPart(group) {
  const origins = group.origins.filter(({ module }) => module?.resource)
  return (
    origins.length > 0 &&
    origins.every(({ module, request }) => designedParts(module.resource).includes(request))
  )
}

/**
 * Whether a page, or anything that it loads later without a design system of its own, shows a component of antd: then
 * it stands in the design system.
 */
function usesAntd(compilation, group, seen = new Set()) {
  if (seen.has(group)) return false
  seen.add(group)
  return (
    consumedBy(compilation, group.chunks).some((key) => ANTD_KEY.test(key)) ||
    [...group.childrenIterable].some(
      (child) => !isDesignedPart(child) && usesAntd(compilation, child, seen),
    )
  )
}

/** What the host provides lazily: share key → the files to load, and the keys that these need. */
function providedBy(compilation) {
  const provided = {}
  for (const module of compilation.modules) {
    if (module.type !== 'provide-module') continue
    for (const block of module.blocks) {
      const group = compilation.chunkGraph.getBlockChunkGroup(block)
      if (!group) continue
      const design = ANTD_KEY.test(module._name) ? designFiles(compilation) : []
      provided[module._name] = {
        files: unique([...design, ...filesOf(group.chunks)]),
        needs: consumedBy(compilation, group.chunks),
      }
    }
  }
  return provided
}

/** The files that hold the texts of each language. */
function catalogsOf(compilation) {
  const catalogs = { en: [], fr: [], zh: [] }
  for (const module of compilation.modules) {
    const [, language] = CATALOG.exec(module.resource ?? '') ?? []
    if (!language) continue
    const chunks = compilation.chunkGraph.getModuleChunks(module)
    catalogs[language].push(...filesOf(chunks))
  }
  return Object.fromEntries(Object.entries(catalogs).map(([code, list]) => [code, unique(list)]))
}

const isOf = (module, file) =>
  [module, ...(module.modules ?? [])].some(({ resource }) => resource === file)

function groupOfImport(compilation, file, request) {
  for (const module of compilation.modules) {
    if (!isOf(module, file)) continue
    for (const block of module.blocks) {
      if (block.dependencies.some((dependency) => dependency.request === request)) {
        const group = compilation.chunkGraph.getBlockChunkGroup(block)
        if (group) return group
      }
    }
  }
  return undefined
}

/**
 * Emits route-assets.json, from which the server writes the preload links of a page: the initial
 * files, the shared modules a host provides, the screens with what they consume, the catalogs of each
 * language, and the digest of every file (a preload is only used when it names the same digest as the request).
 */
class RouteAssetsPlugin {
  constructor({ routesFiles, exposed }) {
    this.routesFiles = routesFiles
    this.exposed = exposed
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: NAME, stage }, (assets) => {
        const integrity = Object.fromEntries(
          Object.keys(assets)
            .filter(isAsset)
            .map((file) => [file, digest(assets[file].buffer())]),
        )
        const fonts = Object.keys(assets).filter((file) => FIRST_FONT.test(file))
        const start = Object.keys(assets).find((file) => START.test(file))
        const report = JSON.stringify(
          { ...this.report(compilation), start, fonts, sealed: true, integrity },
          null,
          1,
        )
        compilation.emitAsset(FILE, new sources.RawSource(report))
      })
    })
  }

  report(compilation) {
    const main = compilation.entrypoints.get('main')
    const exposed = this.exposed && compilation.namedChunkGroups.get(this.exposed)
    return {
      initial: main ? filesOf(main.chunks) : [],
      provided: providedBy(compilation),
      exposed: exposed ? this.assetsOf(compilation, exposed) : { files: [], shared: [] },
      catalogs: catalogsOf(compilation),
      application: filesOfNamed(compilation, 'http'),
      libraryTexts: libraryTexts(compilation),
      screens: this.routesFiles.flatMap((file) => this.screens(compilation, file)),
    }
  }

  screens(compilation, routesFile) {
    return routeScreens(routesFile).flatMap(({ path, request }) => {
      const group = groupOfImport(compilation, routesFile, request)
      if (!group) return []
      const usesDesign = usesAntd(compilation, group)
      return [{ path: path.replace(/^\//, ''), usesDesign, ...this.assetsOf(compilation, group) }]
    })
  }

  assetsOf(compilation, group) {
    const design = hasAntd(compilation, group.chunks) ? designFiles(compilation) : []
    return {
      files: unique([...design, ...filesOf(group.chunks)]),
      shared: consumedBy(compilation, group.chunks),
    }
  }
}

module.exports = { RouteAssetsPlugin, designedParts, routeScreens }
