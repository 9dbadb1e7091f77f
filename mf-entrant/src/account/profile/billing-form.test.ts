import { filledBilling } from './billing-form.tsx'

test('drops empty fields and tax numbers of another country', () => {
  const values = { kind: 'business', name: 'Studio', city: '', country: 'DE', siren: '123456789' }
  expect(filledBilling({ ...values, kind: 'business', vat_no: 'DE1' })).toEqual({
    kind: 'business',
    name: 'Studio',
    country: 'DE',
    vat_no: 'DE1',
  })
})

test('E15: keeps both numbers of a French company, and no number of a purchase', () => {
  const numbers = { siren: '732829320', vat_no: 'FR44732829320' }
  const values = { kind: 'business', country: 'FR', ...numbers } as const
  expect(filledBilling({ ...values, po_number: 'BC-14' })).toEqual(values)
})

test('returns null when only the kind of buyer is set', () => {
  expect(filledBilling({ kind: 'consumer', name: '' })).toBeNull()
})
