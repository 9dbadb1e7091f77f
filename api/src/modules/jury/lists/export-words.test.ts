import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { LANGUAGES, type Language } from '@awards/shared/domain'
import { EXPORT_WORDS, exportWord } from './export-columns.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')
const read = (file: string) => JSON.parse(readFileSync(resolve(ROOT, file), 'utf8')) as Catalog
type Catalog = { status: Record<string, Record<string, string>>; decision: Record<string, string> }

const onScreen = (language: Language): Record<string, Record<string, string>> => ({
  ...read(`shared/src/i18n/locales/${language}.json`).status,
  decision: read(`mf-jury/src/locales/${language}.json`).decision,
})

test.each(LANGUAGES)('the table as a file says what the screens say, in %s', (language) => {
  proves('call judge/exportTable')
  for (const kind of Object.keys(EXPORT_WORDS) as (keyof typeof EXPORT_WORDS)[]) {
    const { unknown: _none, ...words } = onScreen(language)[kind] ?? {}
    const told = Object.keys(words).map((word) => [word, exportWord(kind, word, language)])
    expect(Object.fromEntries(told)).toEqual(words)
    expect(Object.keys(EXPORT_WORDS[kind]).toSorted()).toEqual(Object.keys(words).toSorted())
  }
})
