import type { FeeTable } from './plan.ts'

const price = (section: string, period: string, first: number, additional: number) => [
  { section, period, kind: 'first' as const, amount_minor: first },
  { section, period, kind: 'additional' as const, amount_minor: additional },
]

/** A price list for tests. */
export const priceList: FeeTable = {
  edition: { code: 'GA27-1', name: '2027' },
  currency: 'EUR',
  current_period: 'early',
  periods: [
    {
      code: 'early',
      name: 'Early',
      starts_at: '2026-10-01T00:00:00Z',
      ends_at: '2026-12-13T22:59:59Z',
    },
    {
      code: 'late',
      name: 'Late',
      starts_at: '2026-12-13T23:00:00Z',
      ends_at: '2027-01-20T22:59:59Z',
    },
  ],
  prices: [
    ...price('professional', 'early', 22000, 12000),
    ...price('professional', 'late', 30000, 16000),
    ...price('student', 'early', 4000, 2000),
    ...price('student', 'late', 6000, 3000),
  ],
  packages: [
    {
      code: 'essentiel',
      name: 'Essentiel',
      description: 'Listing',
      award: 'gold',
      amount_minor: 0,
    },
    {
      code: 'signature',
      name: 'Signature',
      description: 'Trophy',
      award: 'gold',
      amount_minor: 79000,
    },
  ],
  student_package_percent: 50,
}
