const fs = require('node:fs')
const path = require('node:path')
const { ROOT, SHARED, sourceFiles } = require('./workspace.cjs')

const NAME = 'TextsPlugin'
const LANGUAGES = ['en', 'fr', 'zh']
const PLURAL = /_(zero|one|two|few|many|other)$/
const REGISTERED = /registerNamespace\(\s*'(\w+)'/
const CATALOG = /['"`](\.{1,2}\/[\w./]*?)\/(?:\$\{\w+\}|en)\.json/
/** Groups of the labels and hints of the entry's fields that a package takes into its own namespace. */
const ENTRY_GROUPS =
  /\{([^}]*)\}\s*=\s*await import\([^`]*`@awards\/shared\/entries\/locales\/\$\{\w+\}\.json`/
const ENTRY_LOCALES = path.join(SHARED, 'src/entries/locales')
const USED = /useTranslation\(\s*(?:'(\w+)'|(\w+))/g
/** `t('key'` and `t(`start.${…}`; what asks for a group, or has a text to fall back on, is left out. */
const KEY = /\bt\(\s*(?:'([^']+)'|`([^`]+)`)(?!\s*,\s*\{[^}]*(?:defaultValue|returnObjects))/g
/** Keys with a text to fall back on, which English may therefore do without. */
const FALLBACK = /\bt\(\s*`([\w.]+)\$\{[^`]*`\s*,\s*\{\s*defaultValue/g
const TRANS = /i18nKey="([^"]+)"/g

const flat = (catalog, prefix = '') =>
  Object.entries(catalog).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : flat(value, `${prefix}${key}.`),
  )

const readJson = (folder, language) =>
  JSON.parse(fs.readFileSync(path.join(folder, `${language}.json`), 'utf8'))

/** Texts of the entry's fields as the namespace has them: `public` and `label` together are `field`. */
function entryTexts(language, groups) {
  const texts = readJson(ENTRY_LOCALES, language)
  return groups.flatMap((group) => {
    const prefix = ['public', 'label'].includes(group) ? 'field' : group
    return flat(texts[group], `${prefix}.`)
  })
}

function readCatalogs(folder, groups) {
  const read = (language) =>
    new Set([...flat(readJson(folder, language)), ...entryTexts(language, groups)])
  return Object.fromEntries(LANGUAGES.map((language) => [language, read(language)]))
}

/** The catalogs of a package, by the namespaces that it registers, with those of shared/ui. */
function namespacesOf(sources) {
  const found = { shared: [path.join(SHARED, 'src/i18n/locales'), []] }
  for (const { file, text } of sources) {
    const [, namespace] = REGISTERED.exec(text) ?? []
    const [, folder] = CATALOG.exec(text) ?? []
    if (!namespace || !folder) continue
    const taken = ENTRY_GROUPS.exec(text)?.[1] ?? ''
    const groups = taken.split(',').map((name) => name.split(':')[0].trim())
    found[namespace] = [path.resolve(path.dirname(file), folder), groups.filter(Boolean)]
  }
  return Object.fromEntries(
    Object.entries(found).map(([namespace, [folder, groups]]) => [
      namespace,
      readCatalogs(folder, groups),
    ]),
  )
}

/** Texts that one language has and another has not; each language needs its own plurals. */
function unequal(namespace, catalogs, fallbacks) {
  const bare = (keys) => new Set([...keys].map((key) => key.replace(PLURAL, '')))
  const all = new Set(LANGUAGES.flatMap((language) => [...bare(catalogs[language])]))
  const counted = new Set(
    LANGUAGES.flatMap((language) => [...catalogs[language]])
      .filter((key) => PLURAL.test(key))
      .map((key) => key.replace(PLURAL, '')),
  )
  return LANGUAGES.flatMap((language) => {
    const keys = catalogs[language]
    const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const needed = (key) => (counted.has(key) ? rules.map((rule) => `${key}_${rule}`) : [key])
    return [...all]
      .flatMap(needed)
      .filter((key) => !keys.has(key))
      .filter((key) => language !== 'en' || !fallbacks.some((start) => key.startsWith(start)))
      .map((key) => `${namespace}: ${language} has no text "${key}"`)
  })
}

const isKnown = (key, keys) =>
  key.includes('${')
    ? [...keys].some((one) => one.startsWith(key.split('${')[0]))
    : keys.has(key) || keys.has(`${key}_other`)

/**
 * Keys that a source asks for and that no namespace of it has. A key that begins with a namespace (`jury:title`) is
 * looked up there, others in those that the source uses; what another package registers cannot be looked up.
 */
function unknownKeys({ file, text }, namespaces) {
  const used = [...new Set([...text.matchAll(USED)].map(([, name]) => name))]
  const asked = [...text.matchAll(KEY), ...text.matchAll(TRANS)].map(
    ([, one, other]) => one ?? other,
  )
  return asked.flatMap((asks) => {
    const [, prefix, rest] = /^(\w+):(.+)$/.exec(asks) ?? []
    const names = prefix ? [prefix] : used
    if (names.length === 0 || !names.every((name) => namespaces[name])) return []
    const key = rest ?? asks
    if (names.some((name) => isKnown(key, namespaces[name].en))) return []
    return [`${path.relative(ROOT, file)} asks ${names.join(', ')} for "${key}", which it has not`]
  })
}

/** Problems of the texts below a folder: unknown keys, and keys that a language lacks. */
function textProblems(folder) {
  const sources = sourceFiles(folder)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: fs.readFileSync(file, 'utf8') }))
  const namespaces = namespacesOf(sources)
  const fallbacks = sources.flatMap(({ text }) =>
    [...text.matchAll(FALLBACK)].map(([, start]) => start),
  )
  return [
    ...Object.entries(namespaces).flatMap(([name, catalogs]) => unequal(name, catalogs, fallbacks)),
    ...sources.flatMap((source) => unknownKeys(source, namespaces)),
  ]
}

/** Fails the build of a package that would show the key of a text in place of the text. */
class TextsPlugin {
  constructor({ folders }) {
    this.folders = folders
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      for (const problem of this.folders.flatMap(textProblems)) {
        compilation.errors.push(new compiler.webpack.WebpackError(problem))
      }
    })
  }
}

module.exports = { TextsPlugin, textProblems }
