import { isMoving, isOpen, isPaid, orderState } from './payment-order.ts'

const order = (status: number, more: object = {}) => ({
  status,
  is_late: false,
  is_duplicate: false,
  amount: 31200,
  ...more,
})

test.each([
  [0, {}, 'waiting'],
  [1, {}, 'waiting'],
  [2, {}, 'paid'],
  [2, { is_late: true }, 'paid_late'],
  [2, { refunded: 0 }, 'paid'],
  [2, { refunded: 5200 }, 'refunded_partly'],
  [3, {}, 'expired'],
  [3, { is_bounced: true }, 'bounced'],
  [4, {}, 'failed'],
  [2, { is_fee_settled: true }, 'paid'],
  [5, {}, 'refunding'],
  [5, { is_duplicate: true }, 'duplicate_refunding'],
  [6, {}, 'refunded'],
  [6, { refunded: 31200 }, 'refunded'],
  [6, { is_duplicate: true, refunded: 31200 }, 'duplicate_refunded'],
  [7, {}, 'closing'],
  [8, {}, 'review'],
  [42, {}, 'review'],
])('status %d with %o shows as %s', (status, more, state) => {
  expect(orderState(order(status, more), false)).toBe(state)
})

test('E17: an order that took nothing says that the fee is settled, where it is by now', () => {
  for (const status of [3, 4]) {
    expect(orderState(order(status, { is_fee_settled: true }), true)).toBe('settled')
  }
})

test('returns expired when the code has run out and the provider has not closed it', () => {
  expect([0, 1].map((status) => orderState(order(status), true))).toEqual(['expired', 'expired'])
})

test('ignores the time when an order is paid or closing', () => {
  expect([2, 7].map((status) => orderState(order(status), true))).toEqual(['paid', 'closing'])
})

test('every state is open, paid or an end, and no two of them', () => {
  expect(isOpen('closing') && !isPaid('closing')).toBe(true)
  expect(isPaid('paid_late') && !isOpen('paid_late')).toBe(true)
  expect(isOpen('refunded') || isPaid('refunded')).toBe(false)
})

test.each([
  ['waiting', undefined, true],
  ['expired', undefined, true],
  ['closing', undefined, true],
  ['duplicate_refunding', undefined, true],
  ['paid', null, true],
  ['paid', undefined, false],
  ['paid', '2027-0001', false],
  ['refunded', null, false],
  ['failed', null, false],
  ['review', null, false],
] as const)('%s with invoice %s: goes on asking is %s', (state, invoice_no, goesOn) => {
  expect(isMoving({ invoice_no }, state)).toBe(goesOn)
})
