import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { messagePattern } from '../shared/src/i18n/languages.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Names and reasons that stand beside errors in these files; no error answers them. */
const OTHER_TEXTS = new Set([
  'The account was erased',
  'Withdrawal by the consumer',
  'Withdrawn by the entrant',
  // Names of phases.
  'Call for entries',
  'Admissibility check',
  'First-level scoring',
  'First-level awarding',
  'Second-level scoring',
  'Results frozen, embargo',
  'Results published',
])

/** They list the values of a call or an address, which no page of the site sends. */
const LISTS_OF_VALUES = /^(?:Choose one of|Choose a position:|Choose a type:|There is no version) /

/** A list of countries, and mentions of invoices, which are French by law. */
const isOther = (text: string) =>
  OTHER_TEXTS.has(text) ||
  LISTS_OF_VALUES.test(text) ||
  /^[A-Z]{2} [A-Z]{2} /.test(text) ||
  /^(?:Autoliquidation|TVA) /.test(text)

/** A capital letter, and two words at least. */
const isSentence = (text: string) => /^[A-Z]\S* \S/.test(text)

/** The text of a literal, a template or a sum of them, with `0` for each value; undefined for other code. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `0${literal.text}`).join('')
  }
  if (!ts.isBinaryExpression(node)) return undefined
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === undefined || right === undefined ? undefined : left + right
}

/** Faults of the program, imports, types, and texts that stand in all languages beside each other. */
function isLeftOut(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return /^(?:Type)?Error$/.test(node.expression.getText())
  if (ts.isPropertyAssignment(node))
    return /^(?:en|fr|zh|label|title|hint)$/.test(node.name.getText())
  return ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)
}

/** The sentences of a file, with its path. */
function sentencesOf(file: string): [string, string][] {
  const code = readFileSync(resolve(ROOT, file), 'utf8')
  if (file.startsWith('api/') && !/\b(?:BusinessError|PictureError)\b/.test(code)) return []
  const found: [string, string][] = []
  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return
    const text = textOf(node)
    if (text === undefined) return ts.forEachChild(node, visit)
    if (isSentence(text) && !isOther(text)) found.push([text.trim(), file])
  }
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.ESNext, true))
  return found
}

const sources = globSync(
  '{api/src/{modules,http,files,lib},shared/src/{contract,domain}}/**/*.ts',
  { cwd: ROOT },
).filter((file) => !/\.test\.ts$|\.fixture\.ts$|\.cli\.ts$|\/demo\//.test(file))
const sentences = new Map(sources.flatMap(sentencesOf))

const catalog = (language: string) =>
  JSON.parse(
    readFileSync(resolve(ROOT, `shared/src/i18n/locales/messages/${language}.json`), 'utf8'),
  ) as Readonly<Record<string, string>>

test('collects the sentences that services, the server and the rules of forms answer', () => {
  expect(sentences.size).toBeGreaterThan(250)
  for (const known of [
    'Too many attempts. Please try again in 0 minutes.',
    'Choose one cover picture',
    'Give the reason',
    'Write at most 0 characters',
  ]) {
    expect(sentences.has(known)).toBe(true)
  }
})

test.each(['fr', 'zh'])(
  'every sentence that the API can answer has a translation in %s',
  (language) => {
    const texts = catalog(language)
    const missing = [...sentences].filter(
      ([sentence]) => !(sentence in texts) && !(messagePattern(sentence) in texts),
    )
    expect(missing).toEqual([])
  },
)

test('the catalogs translate the same sentences, with the same placeholders', () => {
  const [fr, zh] = [catalog('fr'), catalog('zh')]
  expect(Object.keys(zh)).toEqual(Object.keys(fr))
  const placeholders = (text: string) => (text.match(/\{\{\d\}\}/g) ?? []).sort()
  for (const [key, text] of [...Object.entries(fr), ...Object.entries(zh)]) {
    expect({ key, placeholders: placeholders(text) }).toEqual({
      key,
      placeholders: placeholders(key),
    })
  }
})
