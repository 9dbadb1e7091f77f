import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { typeset } from '../api/src/lib/localised.ts'

const require = createRequire(import.meta.url)
const { textProblems } = require('../shared/build/texts.cjs') as {
  textProblems: (folder: string) => string[]
}

const PAGE = `
registerNamespace('art', (language) => import(\`./locales/\${language}.json\`))
const { t } = useTranslation('art')
`
const COMPLETE = {
  en: { title: 'Works', count_one: '{{count}} work', count_other: '{{count}} works' },
  fr: {
    title: 'Œuvres',
    count_one: '{{count}} œuvre',
    count_many: '{{count}} d’œuvres',
    count_other: '{{count}} œuvres',
  },
  zh: { title: '作品', count_other: '{{count}} 件作品' },
}

/** A package with these catalogs, and one page that shows texts. */
function packageWith(catalogs: Record<string, object>, uses: string) {
  const folder = mkdtempSync(join(tmpdir(), 'awards-texts-'))
  mkdirSync(join(folder, 'locales'))
  for (const [language, catalog] of Object.entries(catalogs)) {
    writeFileSync(join(folder, 'locales', `${language}.json`), JSON.stringify(catalog))
  }
  writeFileSync(join(folder, 'page.tsx'), PAGE + uses)
  return folder
}

test('texts that every language has, with its plurals, are right', () => {
  const uses = "t('title'); t('count', { count: 3 }); t(`ti${rest}`)"
  expect(textProblems(packageWith(COMPLETE, uses))).toEqual([])
})

test('a key that no catalog has is told with its file', () => {
  const [problem, ...others] = textProblems(packageWith(COMPLETE, "t('titel')"))
  expect(problem).toMatch(/page\.tsx asks art for "titel", which it has not$/)
  expect(others).toEqual([])
  expect(textProblems(packageWith(COMPLETE, 't(`state.${state}`)'))).toHaveLength(1)
})

test('a key is looked up in the namespace that it begins with, or in all that the page uses', () => {
  const both = "useTranslation('shared'); t('title')"
  expect(textProblems(packageWith(COMPLETE, both))).toEqual([])
  expect(textProblems(packageWith(COMPLETE, "t('art:title'); t('elsewhere:title')"))).toEqual([])
  const [problem] = textProblems(packageWith(COMPLETE, "useTranslation('shared'); t('titel')"))
  expect(problem).toMatch(/page\.tsx asks art, shared for "titel"/)
  expect(textProblems(packageWith(COMPLETE, "t('art:titel')"))).toHaveLength(1)
})

test('a key with a text to fall back on may be missing', () => {
  expect(textProblems(packageWith(COMPLETE, "t('unknown', { defaultValue: 'Else' })"))).toEqual([])
})

test('labels of the entry’s fields are found in the groups that a package takes', () => {
  const page = (groups: string) =>
    `const { ${groups} } = await import(\`@awards/shared/entries/locales/\${language}.json\`); ` +
    "t('field.materials'); t('field.design_statement'); t('hint.materials')"
  const everything = packageWith(COMPLETE, page('public: facts, label, question, hint'))
  expect(textProblems(everything)).toEqual([])
  expect(textProblems(packageWith(COMPLETE, page('public: field')))).toEqual([
    expect.stringMatching(/asks art for "field\.design_statement"/),
    expect.stringMatching(/asks art for "hint\.materials"/),
  ])
})

test('a language that lacks a text, or one of its plurals, is told', () => {
  const { title: _, ...chinese } = { ...COMPLETE.zh }
  const { count_many: __, ...french } = COMPLETE.fr as Record<string, string>
  expect(textProblems(packageWith({ ...COMPLETE, fr: french, zh: chinese }, ''))).toEqual(
    ['art: zh has no text "title"', 'art: fr has no text "count_many"'].sort((a, b) =>
      a.localeCompare(b),
    ),
  )
})

test('every catalog of the site is set in type', () => {
  const files = globSync('{api,shell,shared,mf-*}/src/**/{locales,texts}/**/{en,fr}.json')
  expect(files.length).toBeGreaterThan(40)
  for (const file of files) {
    const isFrench = file.endsWith('fr.json')
    for (const [, text] of textsOf(file)) {
      const set = isFrench ? typeset({ en: '', fr: text }).fr : typeset({ en: text }).en
      expect({ file, text }).toEqual({ file, text: set })
    }
  }
})

/** A space at which a line would break before French punctuation, before a percent sign or inside guillemets. */
const BREAKING_SPACE = / [:;?!»%]|« /

test('no French text of the site or of the server has a space that breaks before its punctuation', () => {
  const catalogs = globSync('{api,shell,shared,mf-*}/src/**/{locales,texts}/**/fr.json')
  const prepared = 'mf-organiser/src/mails/prepared-texts.json'
  const sources = globSync('{api,shell,shared,mf-*,simulators}/src/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const texts = [
    ...catalogs.flatMap((file) => textsOf(file).map(([key, text]) => ({ file, key, text }))),
    ...textsOf(prepared)
      .filter(([key]) => key.includes('.fr.'))
      .map(([key, text]) => ({ file: prepared, key, text })),
    ...sources.flatMap((file) => frenchOf(file).map((text) => ({ file, text }))),
  ]
  expect(texts.length).toBeGreaterThan(3000)
  expect(texts.filter(({ text }) => BREAKING_SPACE.test(text))).toEqual([])
})

test('every Chinese catalog counts what English counts, and calls no season a quarter', () => {
  const files = globSync('{api,shell,shared,mf-*}/src/**/{locales,texts}/**/zh.json')
  expect(files.length).toBeGreaterThan(15)
  const counted = (file: string) =>
    textsOf(file).flatMap(([key, text]) =>
      key.endsWith('_other') && text.includes('{{count}}') ? [key] : [],
    )
  for (const file of files) {
    expect({ file, quarters: textsOf(file).filter(([, text]) => text.includes('季度')) }).toEqual({
      file,
      quarters: [],
    })
    const english = file.replace('zh.json', 'en.json')
    // The messages of the API are English themselves.
    if (!existsSync(english)) continue
    expect({ file, counted: counted(file) }).toEqual({
      file,
      counted: expect.arrayContaining(counted(english)),
    })
  }
})

/** The texts of a catalog, with their keys. */
const textsOf = (file: string) => flat(JSON.parse(readFileSync(file, 'utf8')) as object)
const flat = (catalog: object, prefix = ''): [string, string][] =>
  Object.entries(catalog).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[prefix + key, text]] : flat(text as object, `${prefix}${key}.`),
  )

/** The texts that a source names `fr`, beside those of the other languages. */
function frenchOf(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  if (!/\bfr\b/.test(code)) return []
  const found: string[] = []
  const visit = (node: ts.Node, isFrench: boolean): void => {
    if (isFrench && isText(node)) found.push(node.text)
    const isNamed =
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
      node.name.getText() === 'fr'
    ts.forEachChild(node, (child) => visit(child, isFrench || isNamed))
  }
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.ESNext, true), false)
  return found
}
const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
