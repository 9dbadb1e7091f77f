import {
  EVENT_VAT_RULES,
  invoiceNumbersOf,
  isFrenchVatNo,
  isSiren,
  taxedPrice,
  taxNumberOf,
  VAT_RULES,
  vatAmount,
  vatFor,
  vatLines,
} from './vat.ts'
import type { VatBuyer, VatRule } from './vat.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const buyer = (given: Partial<VatBuyer> = {}): VatBuyer => ({
  country: 'FR',
  kind: 'consumer',
  vat_validated: false,
  has_tax_id: false,
  ...given,
})

const [EVENT_RULE] = EVENT_VAT_RULES as [VatRule]

test.each<[Partial<VatBuyer>, string, number, string | null]>([
  [{}, 'france', 20, null],
  [{ kind: 'business', vat_validated: true }, 'france', 20, null],
  [{ country: 'MC', kind: 'business', has_tax_id: true }, 'france', 20, null],
  [
    { country: 'DE', kind: 'business', vat_validated: true },
    'eu_business_reverse_charge',
    0,
    'Autoliquidation - art. 283-2 CGI, art. 44 et 196 directive 2006/112/CE',
  ],
  [{ country: 'GR', kind: 'business' }, 'eu_consumer_or_unproven', 20, null],
  [{ country: 'DE', vat_validated: true }, 'eu_consumer_or_unproven', 20, null],
  [{ country: 'DE', kind: 'business', has_tax_id: true }, 'eu_consumer_or_unproven', 20, null],
  [
    { country: 'CH', kind: 'business', has_tax_id: true },
    'outside_eu_business',
    0,
    'TVA non applicable - art. 259-1 CGI',
  ],
  [{ country: 'GB', kind: 'business' }, 'outside_eu_consumer', 20, null],
  [{ country: 'US', has_tax_id: true }, 'outside_eu_consumer', 20, null],
])('the tax of %j', (given, rule, rate_percent, mention) => {
  expect(vatFor(buyer(given), NOW)).toEqual({ rule, rate_percent, mention })
})

test('every row says where it comes from, and none begins after it has ended', () => {
  for (const row of [...VAT_RULES, ...EVENT_VAT_RULES]) {
    expect(row.source).not.toBe('')
    expect(row.until === null || row.from <= row.until).toBe(true)
  }
})

test('a new rate holds from its first day in Paris, and the old one to its last second', () => {
  const row: VatRule = { ...EVENT_RULE, until: '2027-12-31' }
  const table: VatRule[] = [row, { ...row, from: '2028-01-01', until: null, rate_percent: 21 }]
  const rateAt = (at: string) => vatFor(buyer(), new Date(at), table).rate_percent

  expect(rateAt('2027-12-31T22:59:59.999Z')).toBe(20)
  expect(rateAt('2027-12-31T23:00:00Z')).toBe(21)
  expect(() => rateAt('2013-12-31T12:00:00Z')).toThrow('no row')
})

test.each([
  [100, 20, 20],
  [103, 20, 21],
  [102, 20, 20],
  [12, 20, 2],
  [13, 20, 3],
  [33_333, 5.5, 1_833],
  [0, 20, 0],
])('VAT on %i at %f %% is %i', (net, rate, vat) => {
  expect(vatAmount(net, rate)).toBe(vat)
})

test('parts at one rate are one line, rounded once', () => {
  const ruling = { rule: 'france', rate_percent: 20, mention: null }
  expect(
    vatLines([
      { net_minor: 13, ruling },
      { net_minor: 13, ruling },
    ]),
  ).toEqual([{ rate_percent: 20, net_minor: 26, vat_minor: 5, mention: null }])
})

test('seats at an event are taxed in France for a buyer who pays no tax on the rest', () => {
  const abroad = buyer({ country: 'CH', kind: 'business', has_tax_id: true })
  expect(taxedPrice(79_000, 12_000, abroad, NOW)).toEqual({
    ruling: expect.objectContaining({ rule: 'outside_eu_business' }),
    lines: [
      { rate_percent: 0, net_minor: 67_000, vat_minor: 0, mention: expect.stringContaining('259') },
      { rate_percent: 20, net_minor: 12_000, vat_minor: 2_400, mention: null },
    ],
    vat: 2_400,
    total: 81_400,
  })
  expect(taxedPrice(79_000, 12_000, buyer(), NOW).lines).toHaveLength(1)
  expect(taxedPrice(0, 0, buyer(), NOW)).toMatchObject({ total: 0, lines: [{ net_minor: 0 }] })
})

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

test.each([
  ['732829320', true],
  ['123456789', false],
  ['73282932', false],
  ['73282932a', false],
])('E15: %s is a SIREN: %s', (number, is) => {
  expect(isSiren(number)).toBe(is)
})

test.each([
  ['consumer', 'FR', []],
  ['business', 'FR', ['siren', 'vat_no', 'po_number']],
  ['business', 'MC', ['vat_no', 'po_number']],
  ['business', 'DE', ['vat_no', 'po_number']],
  ['business', 'CH', ['tax_id', 'po_number']],
])('E15: the invoice of a %s in %s can carry %p', (kind, country, numbers) => {
  expect(invoiceNumbersOf(kind, country)).toEqual(numbers)
})

test.each([
  ['FR44732829320', '732829320', true],
  ['fr 44 732 829 320', undefined, true],
  ['FR45732829320', '732829320', false],
  ['FR44732829320', '552100554', false],
  ['FRK7732829320', '732829320', true],
  ['DE732829320', undefined, false],
])('E15: %s is the VAT number of the company %s: %s', (number, siren, is) => {
  expect(isFrenchVatNo(number, { siren })).toBe(is)
})
