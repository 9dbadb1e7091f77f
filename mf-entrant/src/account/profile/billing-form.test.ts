import { filledBilling, taxNumberOf } from './billing-form.tsx'

test.each([
  ['business', 'FR', 'siren'],
  ['business', 'DE', 'vat_no'],
  ['business', 'CH', 'tax_id'],
  ['consumer', 'FR', undefined],
  ['business', undefined, undefined],
])('a %s in %s gives %s', (kind, country, number) => {
  expect(taxNumberOf(kind, country)).toBe(number)
})

test('drops empty fields and tax numbers of another country', () => {
  const values = { kind: 'business', name: 'Studio', city: '', country: 'DE', siren: '123456789' }
  expect(filledBilling({ ...values, kind: 'business', vat_no: 'DE1' })).toEqual({
    kind: 'business',
    name: 'Studio',
    country: 'DE',
    vat_no: 'DE1',
  })
})

test('returns null when only the kind of buyer is set', () => {
  expect(filledBilling({ kind: 'consumer', name: '' })).toBeNull()
})
