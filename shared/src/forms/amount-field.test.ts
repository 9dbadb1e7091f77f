import { amountField } from './amount-field.ts'

// An amount is read as people write it, a comma before the cents included.
test.each([
  ['12.50', 12.5],
  ['12,50', 12.5],
  ['1 250,00', 1250],
])('%s is an amount', (typed, amount) => {
  expect(amountField('en', 'EUR').parser(typed)).toBe(amount)
})

test('French writes a comma before the cents', () => {
  expect(amountField('fr', 'EUR').decimalSeparator).toBe(',')
  expect(amountField('zh', 'EUR').decimalSeparator).toBe('.')
})

test('a currency has its own decimals: euros two, yen none, dinars three', () => {
  const precision = (currency: string) => amountField('en', currency).precision
  expect(['EUR', 'JPY', 'KWD'].map(precision)).toEqual([2, 0, 3])
})

// Yen have no decimals: what stands before three digits can only part thousands.
test.each([
  ['5,000', 5000],
  ['1.250,000', 1_250_000],
  ['5000.0', 5000],
])('%s are so many yen', (typed, amount) => {
  expect(amountField('en', 'JPY').parser(typed)).toBe(amount)
})
