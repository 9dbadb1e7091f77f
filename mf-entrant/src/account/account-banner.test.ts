import { bannerState, type Registration } from './account.page.tsx'

const period = (code: string, starts_at: string, ends_at: string) => ({
  code,
  name: code,
  starts_at,
  ends_at,
  from_price: {
    amount_minor: 5e3,
    currency: 'EUR',
  },
})
const call = (server_now: string, more: Partial<Registration> = {}): Registration => ({
  edition: { id: '1', code: 'E', name: 'E', timezone: 'Europe/Paris' },
  server_now,
  is_open: false,
  opens_at: '2027-01-01T00:00:00Z',
  closes_at: '2027-01-31T23:00:00Z',
  current_period: null,
  periods: [
    period('early', '2027-01-01T00:00:00Z', '2027-01-15T23:00:00Z'),
    period('late', '2027-01-15T23:00:01Z', '2027-01-31T23:00:00Z'),
  ],
  next_change_at: null,
  judging: { starts_at: null, ends_at: null },
  results_at: null,
  grace_ends_at: '2027-01-31T23:30:00Z',
  next_opens_at: null,
  ...more,
})

test('counts down to the end of the period and returns the next price while the call is open', () => {
  const state = bannerState(
    call('2027-01-10T00:00:00Z', { is_open: true, current_period: 'early' }),
  )
  expect(state).toMatchObject({ name: 'open', until: '2027-01-15T23:00:00Z' })
  expect(state.following?.code).toBe('late')
})

test('returns no next price in the last period', () => {
  const state = bannerState(call('2027-01-20T00:00:00Z', { is_open: true, current_period: 'late' }))
  expect(state).toMatchObject({ until: '2027-01-31T23:00:00Z', following: undefined })
})

test.each([
  ['2026-12-31T23:59:59Z', 'ahead', '2027-01-01T00:00:00Z'],
  // Closed by hand.
  ['2027-01-20T00:00:00Z', 'closed', undefined],
  ['2027-01-31T23:00:01Z', 'grace', '2027-01-31T23:30:00Z'],
  ['2027-01-31T23:30:00Z', 'grace', '2027-01-31T23:30:00Z'],
  ['2027-01-31T23:30:01Z', 'closed', undefined],
])('at %s it is %s', (now, name, until) => {
  expect(bannerState(call(now))).toMatchObject({ name, until })
})

test('counts down to the next edition, if known, after the call has closed', () => {
  const next_opens_at = '2027-06-01T00:00:00Z'
  expect(bannerState(call('2027-02-02T00:00:00Z', { next_opens_at })).until).toBe(next_opens_at)
})
