import { LANGUAGES, type Language } from '@awards/shared/domain'
import i18next from 'i18next'
import { formatDate, formatMoney } from './format.ts'
import en from './locales/en.json'
import fr from './locales/fr.json'
import zh from './locales/zh.json'
import messages from './locales/messages/fr.json'
import { translateMessage } from './languages.ts'

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

test.each(['America/New_York', 'Europe/Paris', 'Pacific/Auckland'])(
  'a plain day is that day in %s',
  (zone) => {
    expect(formatDate('2027-03-01', 'en', zone)).toBe('1 March 2027')
    expect(formatDate('2027-03-01', 'zh', zone)).toBe('2027年3月1日')
    expect(formatDate('2027-03-01', 'fr', zone, 'month')).toBe('mars 2027')
  },
)

test('a moment is of the day before where midnight has not come', () => {
  expect(formatDate('2027-03-01T02:00:00Z', 'en', 'America/New_York')).toBe('28 February 2027')
})

test.each<[Language, string[]]>([
  ['en', ['1 day', '2 days', '1000000 days']],
  ['fr', ['1 jour', '2 jours', '1000000 de jours']],
  ['zh', ['1 天', '2 天', '1000000 天']],
])('a count in %s takes its plural', async (language, expected) => {
  await i18next.init({
    lng: language,
    resources: {
      en: { translation: { days_one: '{{count}} day', days_other: '{{count}} days' } },
      fr: {
        translation: {
          days_one: '{{count}} jour',
          days_many: '{{count}} de jours',
          days_other: '{{count}} jours',
        },
      },
      zh: { translation: { days_other: '{{count}} 天' } },
    },
  })
  expect([1, 2, 1_000_000].map((count) => i18next.t('days', { count }))).toEqual(expected)
})

test.each<[Language, string, string]>([
  ['en', '3 March 2027', '3 March 2027 at 18:00 CET'],
  ['fr', '3 mars 2027', '3 mars 2027 à 18:00 UTC+1'],
  ['zh', '2027年3月3日', '2027年3月3日 18:00（GMT+1）'],
])('a day and a deadline in %s', (language, day, deadline) => {
  const moment = '2027-03-03T17:00:00Z'
  expect(formatDate(moment, language, 'Europe/Paris')).toBe(day)
  expect(formatDate(moment, language, 'Europe/Paris', 'datetime')).toBe(deadline)
})

test.each([
  ['Choose a country', 'Choisissez un pays'],
  ['Write at most 120 characters', 'Écrivez 120 caractères au plus'],
  [
    'The fee is 312.00 EUR. Settle a difference with the entrant first',
    'Les frais s’élèvent à 312.00 EUR. Réglez d’abord la différence avec le candidat',
  ],
  [
    'Fees of this edition cannot be paid at the moment. It opens again on 2027-01-31.',
    'Les frais de cette édition ne peuvent pas être réglés pour le moment. Le paiement rouvrira le 2027-01-31.',
  ],
  ['A sentence of 3 words that no catalog has', 'A sentence of 3 words that no catalog has'],
])('the message "%s" takes its numbers along', async (sentence, expected) => {
  await i18next.init({ lng: 'fr', resources: { fr: { messages } } })
  expect(translateMessage(sentence)).toBe(expected)
})
