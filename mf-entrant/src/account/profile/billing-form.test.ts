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

test('empty fields and numbers of another country are not kept', () => {
  const values = { kind: 'business', name: 'Studio', city: '', country: 'DE', siren: '123456789' }
  expect(filledBilling({ ...values, kind: 'business', vat_no: 'DE1' })).toEqual({
    kind: 'business',
    name: 'Studio',
    country: 'DE',
    vat_no: 'DE1',
  })
})

test('the kind of buyer alone is no address', () => {
  expect(filledBilling({ kind: 'consumer', name: '' })).toBeNull()
})
