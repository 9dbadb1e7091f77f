import { LANGUAGES } from '@awards/shared/domain'
import { formatDate, formatMoney } from './format.ts'
import en from './locales/en.json'
import fr from './locales/fr.json'
import zh from './locales/zh.json'

type Catalog = { [key: string]: string | Catalog }
const PLURAL = /_(zero|one|two|few|many|other)$/
const keysOf = (catalog: Catalog, prefix = ''): string[] =>
  Object.entries(catalog).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [(prefix + key).replace(PLURAL, '')]
      : keysOf(value, `${prefix}${key}.`),
  )
const unique = (catalog: Catalog) => [...new Set(keysOf(catalog))].sort()

test('the three catalogs hold the same texts', () => {
  expect(unique(fr)).toEqual(unique(en))
  expect(unique(zh)).toEqual(unique(en))
})

test.each(LANGUAGES.map((language) => [language]))('%s has every plural it needs', (language) => {
  const catalog: Catalog = { en, fr, zh }[language]
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const { countdown } = catalog
  if (typeof countdown !== 'object') throw new Error('The catalog has no countdown')
  for (const category of wanted) expect(countdown).toHaveProperty(`days_${category}`)
})

test('money is written from minor units', () => {
  expect(formatMoney({ amount_minor: 23000, currency: 'EUR' }, 'en')).toBe('€230')
  expect(formatMoney({ amount_minor: 27650, currency: 'EUR' }, 'fr')).toMatch(/^276,50\s€$/)
  expect(formatMoney({ amount_minor: 5000, currency: 'JPY' }, 'en')).toBe('JP¥5,000')
})

test('a date is that of the programme, not of the machine', () => {
  const midnightInParis = '2026-11-20T22:59:59Z'
  expect(formatDate(midnightInParis, 'en', 'Europe/Paris', 'datetime')).toContain(
    '20 November 2026',
  )
  expect(formatDate(midnightInParis, 'en', 'Asia/Shanghai')).toBe('21 November 2026')
})
