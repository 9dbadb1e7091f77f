import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { LANGUAGES, type Language } from '@awards/shared/domain'
import { EXPORT_LABELS, exportLabel } from './export-columns.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')
const read = (file: string) => JSON.parse(readFileSync(resolve(ROOT, file), 'utf8')) as Catalog
type Catalog = { status: Record<string, Record<string, string>>; decision: Record<string, string> }

const onScreen = (language: Language): Record<string, Record<string, string>> => ({
  ...read(`shared/src/i18n/locales/${language}.json`).status,
  decision: read(`mf-jury/src/locales/${language}.json`).decision,
})

test.each(LANGUAGES)('export labels equal those of the screens, in %s', (language) => {
  proves('call judge/exportTable')
  for (const kind of Object.keys(EXPORT_LABELS) as (keyof typeof EXPORT_LABELS)[]) {
    const { unknown: _unknown, ...shown } = onScreen(language)[kind] ?? {}
    const labels = Object.keys(shown).map((name) => [name, exportLabel(kind, name, language)])
    expect(Object.fromEntries(labels)).toEqual(shown)
    expect(Object.keys(EXPORT_LABELS[kind]).toSorted()).toEqual(Object.keys(shown).toSorted())
  }
})
