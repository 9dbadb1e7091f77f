import { dayAfter } from '../day.ts'
import { taxPeriodCloses, taxPeriodEnd } from './tax-periods.ts'

test.each([
  ['normal_monthly', 'sales', '2026-11-01', '2026-11-10'],
  ['normal_monthly', 'sales', '2026-11-11', '2026-11-20'],
  ['normal_monthly', 'sales', '2028-02-21', '2028-02-29'],
  ['normal_monthly', 'payments', '2026-11-01', '2026-11-30'],
  ['normal_quarterly', 'sales', '2027-02-01', '2027-02-28'],
  ['simplified', 'payments', '2026-12-01', '2026-12-31'],
  // After a change of regime a period begins where the one before has ended.
  ['simplified', 'sales', '2026-12-11', '2026-12-31'],
  ['exempt', 'sales', '2026-11-01', '2026-12-31'],
  ['exempt', 'payments', '2026-12-01', '2026-12-31'],
  ['exempt', 'sales', '2027-01-01', '2027-02-28'],
] as const)('%s: the period of %s that begins on %s ends on %s', (regime, kind, from, to) => {
  expect(taxPeriodEnd(regime, kind, from)).toBe(to)
})

test('a period is closed five days after its end, by the clock of the programme', () => {
  expect(taxPeriodCloses('2026-11-30', 'Europe/Paris').toISOString()).toBe(
    '2026-12-05T23:00:00.000Z',
  )
  // The clocks change on 28 March.
  expect(taxPeriodCloses('2027-03-31', 'Europe/Paris').toISOString()).toBe(
    '2027-04-05T22:00:00.000Z',
  )
  expect(taxPeriodCloses('2026-12-31', 'Asia/Shanghai').toISOString()).toBe(
    '2027-01-05T16:00:00.000Z',
  )
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
})
