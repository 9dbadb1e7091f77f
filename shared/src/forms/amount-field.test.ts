import { amountField } from './amount-field.ts'

// An amount is read as people write it, a comma before the cents included.
test.each([
  ['12.50', 12.5],
  ['12,50', 12.5],
  ['1 250,00', 1250],
])('%s is an amount', (typed, amount) => {
  expect(amountField('en').parser(typed)).toBe(amount)
})

test('French writes a comma before the cents', () => {
  expect(amountField('fr').decimalSeparator).toBe(',')
  expect(amountField('zh').decimalSeparator).toBe('.')
})
