import { taxBuyer, taxNumberOf } from './billing.ts'

test.each([
  ['consumer', 'DE', undefined],
  ['business', undefined, undefined],
  ['business', 'FR', 'siren'],
  ['business', 'MC', undefined],
  ['business', 'DE', 'vat_no'],
  ['business', 'CH', 'tax_id'],
])('%s in %s gives %s', (kind, country, number) => {
  expect(taxNumberOf(kind, country)).toBe(number)
})

test('returns undefined when kind or country is missing', () => {
  expect(taxBuyer(undefined)).toBeUndefined()
  expect(taxBuyer({ kind: 'business' })).toBeUndefined()
})

test('includes only the tax number that applies, trimmed', () => {
  const numbers = { vat_no: ' DE123 ', tax_id: ' X1 ' }
  expect(taxBuyer({ kind: 'business', country: 'DE', ...numbers })).toEqual({
    kind: 'business',
    country: 'DE',
    vat_no: 'DE123',
  })
  expect(taxBuyer({ kind: 'business', country: 'CH', ...numbers })).toEqual({
    kind: 'business',
    country: 'CH',
    tax_id: 'X1',
  })
  expect(taxBuyer({ kind: 'consumer', country: 'CH', ...numbers })).toEqual({
    kind: 'consumer',
    country: 'CH',
  })
  expect(taxBuyer({ kind: 'business', country: 'CH', tax_id: ' ' })).toEqual({
    kind: 'business',
    country: 'CH',
  })
})
