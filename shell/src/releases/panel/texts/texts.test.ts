import { LANGUAGES } from '@awards/shared/domain'
import en from './en.json'
import fr from './fr.json'
import zh from './zh.json'

type Catalog = { [key: string]: string | Catalog }
const keysOf = (catalog: Catalog, prefix = ''): string[] =>
  Object.entries(catalog).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  )
const PLURAL = /_(zero|one|two|few|many|other)$/
const namesOf = (catalog: Catalog) =>
  [...new Set(keysOf(catalog).map((key) => key.replace(PLURAL, '')))].sort()

test('the three catalogs hold the same texts', () => {
  expect(namesOf(fr)).toEqual(namesOf(en))
  expect(namesOf(zh)).toEqual(namesOf(en))
})

test.each(LANGUAGES)('%s has every plural it needs', (language) => {
  const keys = keysOf({ en, fr, zh }[language])
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const counted = new Set(
    keys.filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')),
  )
  for (const key of counted) {
    for (const category of wanted) expect(keys).toContain(`${key}_${category}`)
  }
})
