import { estimate, type FeeTable, type Plan } from './plan.ts'
import { priceList } from './price-list.fixture.ts'

const plan: Plan = {
  section: 'professional',
  period: 'early',
  works: 1,
  further: 0,
  offer: undefined,
  country: 'FR',
  buyer: 'consumer',
}
const cost = (change: Partial<Plan>, table: FeeTable = priceList) =>
  estimate(table, { ...plan, ...change })

test.each<[string, Partial<Plan>, { net: number; vat: number; total: number }]>([
  ['one work in France', {}, { net: 22000, vat: 4400, total: 26400 }],
  ['in the late period', { period: 'late' }, { net: 30000, vat: 6000, total: 36000 }],
  ['three categories', { further: 2 }, { net: 46000, vat: 9200, total: 55200 }],
  [
    'two works, one further category',
    { works: 2, further: 1 },
    { net: 56000, vat: 11200, total: 67200 },
  ],
  ['a student', { section: 'student' }, { net: 4000, vat: 800, total: 4800 }],
])('%s', (_name, change, expected) => {
  expect(cost(change)).toMatchObject(expected)
})

test.each<[string, Plan['buyer'], number, string]>([
  ['FR', 'business_with_number', 4400, 'france'],
  ['FR', 'consumer', 4400, 'france'],
  ['DE', 'business_with_number', 0, 'eu_business_reverse_charge'],
  ['DE', 'business', 4400, 'eu_consumer_or_unproven'],
  ['DE', 'consumer', 4400, 'eu_consumer_or_unproven'],
  ['US', 'business_with_number', 0, 'outside_eu_business'],
  ['US', 'business', 4400, 'outside_eu_consumer'],
  ['US', 'consumer', 4400, 'outside_eu_consumer'],
])('VAT for a buyer in %s who is a %s', (country, buyer, vat, rule) => {
  expect(cost({ country, buyer })).toMatchObject({ vat, ruling: { rule } })
})

test('adds the legal mention to a reverse charge', () => {
  expect(cost({ country: 'DE', buyer: 'business_with_number' })?.ruling.mention).toMatch(
    /^Autoliquidation/,
  )
})

test('prices a package by its award level, at half price for a student', () => {
  const offer = { award: 'gold', code: 'signature' }
  expect(cost({ offer })).toMatchObject({ offer: 79000, net: 101000 })
  expect(cost({ offer, section: 'student' })).toMatchObject({ offer: 39500, net: 43500 })
  expect(cost({ offer: { award: 'selection', code: 'signature' } })?.offer).toBe(0)
})

test('rounds VAT per order, because each order has an invoice of its own', () => {
  const odd = {
    ...priceList,
    prices: priceList.prices.map((price) => ({ ...price, amount_minor: 333 })),
  }
  expect(cost({ works: 3 }, odd)?.vat).toBe(3 * 67)
})

test('returns no estimate for a section without a price', () => {
  expect(cost({ section: 'unknown' })).toBeUndefined()
})

test('charges French VAT on gala seats for a company abroad', () => {
  const packages = priceList.packages.map((one) => ({
    ...one,
    event_amount_minor: one.amount_minor && 12_000,
  }))
  const offer = { award: 'gold', code: 'signature' }
  const plan: Partial<Plan> = { country: 'CH', buyer: 'business_with_number', offer }
  const abroad = cost(plan, { ...priceList, packages })
  expect(abroad).toMatchObject({ vat: 2_400, seats: { rate_percent: 20, vat: 2_400 } })
  expect(cost({ ...plan, section: 'student' }, { ...priceList, packages })?.vat).toBe(1_200)
  expect(cost({ offer }, { ...priceList, packages })?.seats).toBeUndefined()
})
