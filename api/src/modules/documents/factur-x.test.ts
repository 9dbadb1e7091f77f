import type { InvoiceDocument } from './documents.types.ts'
import { facturX } from './factur-x.ts'

const party = {
  name: 'Atelier Brumaire',
  address: '3 rue des Tanneurs',
  city: 'Lyon',
  postal_code: '69001',
  country: 'FR',
  details: [],
}

const invoiceIn = (currency: string): InvoiceDocument => ({
  kind: 'invoice',
  number: 'AB-2027-0001',
  issued_at: '2027-01-31T09:00:00Z',
  issued_on: '2027-01-31',
  service_on: null,
  due_on: '2027-01-31',
  seller: party,
  buyer: party,
  buyer_kind: 'consumer',
  delivery: null,
  lines: [
    {
      label: 'Entry fee',
      detail: '',
      quantity: 1,
      list_net: 26_000,
      net: 26_000,
      vat: 5_200,
      rate_percent: 20,
      mention: null,
    },
  ],
  vat_lines: [{ rate_percent: 20, mention: null, net_minor: 26_000, vat_minor: 5_200 }],
  net: 26_000,
  vat: 5_200,
  gross: 31_200,
  currency,
  vat_eur: null,
  terms: [],
  order_no: null,
  paid: null,
  bank: null,
})

test.each([
  ['EUR', '312.00'],
  ['JPY', '31200.00'],
])('the XML of an invoice in %s has its amounts in units of the currency', (currency, total) => {
  const xml = facturX(invoiceIn(currency))
  expect(xml).toContain(`<ram:GrandTotalAmount>${total}</ram:GrandTotalAmount>`)
  expect(xml).toContain(`<ram:DuePayableAmount>${total}</ram:DuePayableAmount>`)
})
