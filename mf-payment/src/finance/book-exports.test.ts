import { lastMonth } from './finance.page.tsx'

test.each([
  ['2027-03-15T10:00:00Z', '2027-02-01', '2027-02-28'],
  ['2028-03-01T00:00:00Z', '2028-02-01', '2028-02-29'],
  ['2027-01-31T23:00:00Z', '2026-12-01', '2026-12-31'],
])('seen from %s the last month is %s to %s', (now, from, to) => {
  expect(lastMonth(new Date(now))).toEqual({ from, to })
})
