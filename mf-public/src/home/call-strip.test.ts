import { callState } from './call-strip.tsx'

const period = (code: string, starts_at: string, ends_at: string) => ({
  code,
  name: code,
  starts_at,
  ends_at,
})
const table = (current_period: string | null) => ({
  edition: { code: 'GA27-1', name: '2027' },
  currency: 'EUR',
  current_period,
  periods: [
    period('late', '2026-12-14T23:00:00Z', '2027-01-24T22:59:59Z'),
    period('early', '2026-10-06T07:00:00Z', '2026-12-14T22:59:59Z'),
  ],
  prices: [
    { section: 'professional', period: 'early', kind: 'first' as const, amount_minor: 22000 },
    { section: 'student', period: 'early', kind: 'first' as const, amount_minor: 4000 },
    { section: 'student', period: 'early', kind: 'additional' as const, amount_minor: 1000 },
    { section: 'student', period: 'late', kind: 'first' as const, amount_minor: 6000 },
  ],
  packages: [],
  student_package_percent: 50,
})

test('returns the current price and the next one with its date while the call is open', () => {
  expect(callState(table('early'), Date.parse('2026-11-20T12:00:00Z'))).toMatchObject({
    state: 'open',
    closes_at: '2027-01-24T22:59:59Z',
    lowest: 4000,
    next: { code: 'late', starts_at: '2026-12-14T23:00:00Z' },
    nextLowest: 6000,
  })
})

test('returns no next price in the last period', () => {
  const { next, nextLowest } = callState(table('late'), Date.parse('2027-01-01T12:00:00Z'))
  expect([next, nextLowest]).toEqual([undefined, undefined])
})

test('returns "before" ahead of the first period and "closed" after the last', () => {
  expect(callState(table(null), Date.parse('2026-09-01T00:00:00Z'))).toMatchObject({
    state: 'before',
    next: { code: 'early' },
  })
  expect(callState(table(null), Date.parse('2027-02-01T00:00:00Z')).state).toBe('closed')
})

test('returns "closedEarly" within a period whose call was closed by hand', () => {
  const during = Date.parse('2026-11-20T12:00:00Z')
  expect(callState({ ...table('early'), is_open: false }, during).state).toBe('closedEarly')
  expect(callState({ ...table('early'), is_open: true }, during).state).toBe('open')
  const before = Date.parse('2026-09-01T00:00:00Z')
  expect(callState({ ...table(null), is_open: false }, before).state).toBe('before')
})

test('returns "closed" without a date when the edition has no periods', () => {
  const empty = { ...table(null), periods: [], prices: [] }
  expect(callState(empty, Date.now())).toMatchObject({ state: 'closed', closes_at: undefined })
})
