import { estimate, type Plan } from './fee-estimate.ts'
import type { FeeTable } from './fee-table.ts'

const table: FeeTable = {
  edition: { code: 'GA27-1', name: '2027' },
  currency: 'EUR',
  current_period: 'early',
  periods: [
    {
      code: 'early',
      name: 'Early',
      starts_at: '2026-10-01T00:00:00Z',
      ends_at: '2026-11-01T00:00:00Z',
    },
  ],
  prices: [
    { section: 'professional', period: 'early', kind: 'first', amount_minor: 22000 },
    { section: 'professional', period: 'early', kind: 'additional', amount_minor: 12000 },
  ],
  student_package_percent: 50,
  packages: [
    { code: 'signature', name: 'Signature', description: '', award: 'gold', amount_minor: 79000 },
  ],
}
const plan: Plan = {
  section: 'professional',
  period: 'early',
  categories: 3,
  country: 'FR',
  isBusiness: false,
  hasNumber: false,
}

test('the first category costs the full price, each further one less', () => {
  expect(estimate(table, plan)).toMatchObject({ net: 46000, vat: 9200, total: 55200 })
})

test('a package is added for the award it is offered at, and only there', () => {
  const withPackage = { ...plan, categories: 1, package: 'signature' }
  expect(estimate(table, { ...withPackage, award: 'gold' })?.net).toBe(101000)
  expect(estimate(table, { ...withPackage, award: 'silver' })?.net).toBe(22000)
})

test.each([
  ['DE', true, true, 0],
  ['DE', true, false, 4400],
  ['DE', false, true, 4400],
  ['CN', true, true, 0],
  ['CN', false, false, 4400],
])('VAT for %p, business %p, number %p', (country, isBusiness, hasNumber, vat) => {
  const one = { ...plan, categories: 1, country, isBusiness, hasNumber }
  expect(estimate(table, one)?.vat).toBe(vat)
})

test('a section without a price has no estimate', () => {
  expect(estimate(table, { ...plan, section: 'unknown' })).toBeUndefined()
})
