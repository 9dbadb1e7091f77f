import en from './en.json'
import fr from './fr.json'
import zh from './zh.json'

type Catalog = { [key: string]: string | Catalog }
const PLURAL = /_(one|many|other)$/
const flat = (catalog: Catalog, prefix = ''): [string, string][] =>
  Object.entries(catalog).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
const names = (catalog: Catalog) => [
  ...new Set(flat(catalog).map(([key]) => key.replace(PLURAL, ''))),
]
const slots = (catalog: Catalog) =>
  Object.fromEntries(
    flat(catalog).map(([key, value]) => [
      key.replace(PLURAL, ''),
      [...value.matchAll(/\{\{\w+\}\}/g)].map(([slot]) => slot).sort(),
    ]),
  )

test.each([
  ['fr', fr],
  ['zh', zh],
])('%s holds the texts of English, with the same values in them', (_language, catalog) => {
  expect(names(catalog).sort()).toEqual(names(en).sort())
  expect(slots(catalog)).toEqual(slots(en))
})
