import { invoiceName, taxBuyer } from './billing.ts'

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

test('E13: the name on the invoice is that of the company or of the person', () => {
  const user = { company: 'Atelier Léa', first_name: 'Léa', last_name: 'Roux' }
  expect(invoiceName(user, 'business')).toBe('Atelier Léa')
  expect(invoiceName(user, 'consumer')).toBe('Léa Roux')
  expect(invoiceName({ last_name: 'Roux' }, 'business')).toBe('')
})
