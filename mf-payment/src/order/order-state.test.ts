import { PAYMENT_STATUSES } from '@awards/shared/domain'
import { isMoving, orderState } from './order-state.ts'

const NOW = Date.parse('2027-01-10T12:00:00Z')
const order = (status: number, expires_at = '2027-01-10T12:30:00Z') => ({ status, expires_at })

test.each([
  [0, 'waiting'],
  [1, 'waiting'],
  [2, 'paid'],
  [3, 'expired'],
  [4, 'failed'],
  [5, 'refunding'],
  [6, 'refunded'],
  [7, 'waiting'],
  [8, 'review'],
])('status %d shows as %s', (status, state) => {
  expect(orderState(order(status), NOW)).toBe(state)
})

test('a code that has run out is expired before the provider closes it', () => {
  expect(orderState(order(1, '2027-01-10T12:00:00Z'), NOW)).toBe('expired')
})

test('a paid order stays paid after its end', () => {
  expect(orderState(order(2, '2027-01-01T00:00:00Z'), NOW)).toBe('paid')
})

test('the page goes on asking while money may still arrive, and stops at an end', () => {
  const moving = PAYMENT_STATUSES.filter((status) => isMoving(orderState(order(status), NOW)))
  expect(moving.sort()).toEqual([0, 1, 3, 5, 7])
})
