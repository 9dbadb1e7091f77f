import { majorUnits, minorUnits, moneyText } from './fees.ts'

test.each([
  [5_000, 'en', '€50'],
  [5_000, 'fr', '50 €'],
  [0, 'fr', '0 €'],
  [-2_600, 'en', '−€26'],
  [28_080, 'fr', '280,80 €'],
  [243_360, 'zh', '€2,433.60'],
] as const)(
  'E29: %d cents are written alike on every page and in every mail, in %s %s',
  (amount_minor, language, text) => {
    expect(moneyText({ amount_minor, currency: 'EUR' }, language).replaceAll(/\s/g, ' ')).toBe(text)
  },
)

test.each([
  [312.4, 'EUR', 31_240],
  [31_200, 'JPY', 31_200],
  [12.345, 'KWD', 12_345],
  [1.1, 'KWD', 1_100],
])('%d units of %s are as many in minor units as come back', (units, currency, amount_minor) => {
  expect(minorUnits(units, currency)).toBe(amount_minor)
  expect(majorUnits({ amount_minor, currency })).toBe(units)
})
