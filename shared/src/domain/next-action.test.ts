import { ENTRY_FEE_STATUS, ENTRY_STATUS, WINNER_FEE_STATUS } from './index.ts'
import { accountTasks, awaitedUntil, nextAction, type NextFacts } from './next-action.ts'

const now = new Date('2027-11-24T12:00:00Z')
const day = (count: number) => new Date(now.getTime() + count * 86_400_000)
const window = { canEdit: true, isJudged: false, closesAt: day(10), now }
const facts: NextFacts = {
  entry_status: ENTRY_STATUS.submitted,
  correction_due_at: null,
  entry_fee_status: ENTRY_FEE_STATUS.pending,
  winner_fee_status: WINNER_FEE_STATUS.not_applicable,
  offer_expires_at: null,
  has_accepted_award: false,
  package_code: null,
  order: null,
}
const order = {
  order_no: 'GA1',
  channel: 'bank_transfer' as const,
  amount_minor: 28_080,
  currency: 'EUR',
  expires_at: day(9),
  works: 1,
  line_minor: 28_080,
  processing_since: null,
}
const next = (change: Partial<NextFacts>, seen = window) =>
  nextAction({ ...facts, ...change }, seen)

test('E2: an announced transfer waits for its money until its last day', () => {
  expect(next({ order })).toEqual({ action: 'transfer', until: day(9), order })
})

test('E2: a transfer that is overdue is a fee to pay', () => {
  expect(next({ order: { ...order, expires_at: day(-1) } })).toMatchObject({ action: 'pay' })
})

test('E3: a payment that a bank works on waits for nobody here', () => {
  const debit = { ...order, channel: 'card' as const, expires_at: day(-1), processing_since: now }
  expect(next({ order: debit })).toEqual({
    action: 'await_payment',
    until: awaitedUntil(now),
    order: debit,
  })
})

test('E5: the grace after the close is the last moment of a draft', () => {
  const closed = { ...window, canEdit: false, closesAt: new Date(now.getTime() - 60_000) }
  const draft = { entry_status: ENTRY_STATUS.draft }
  expect(next(draft)).toMatchObject({ action: 'hand_in', until: window.closesAt })
  expect(next(draft, closed)?.until?.getTime()).toBeGreaterThan(now.getTime())
})

test.each([
  ['accept_award', {}],
  ['choose_package', { has_accepted_award: true }],
  ['pay_package', { has_accepted_award: true, package_code: 'signature' }],
  ['pay_package', { winner_fee_status: WINNER_FEE_STATUS.pending }],
  [undefined, { winner_fee_status: WINNER_FEE_STATUS.paid }],
  [undefined, { winner_fee_status: WINNER_FEE_STATUS.declined, has_accepted_award: true }],
  [undefined, { offer_expires_at: day(-1) }],
])('E5: an award asks for %s with %p', (action, change) => {
  const award = {
    entry_status: ENTRY_STATUS.awarded,
    winner_fee_status: WINNER_FEE_STATUS.offered,
    entry_fee_status: ENTRY_FEE_STATUS.paid,
  }
  expect(next({ ...award, ...change })?.action).toBe(action)
})

test.each([ENTRY_STATUS.registered, ENTRY_STATUS.in_judging, ENTRY_STATUS.withdrawn])(
  'E5: nothing is next in status %i',
  (entry_status) => expect(next({ entry_status })).toBeNull(),
)

const row = (name: string, action: 'pay' | 'correct' | 'transfer', until: string | null) => ({
  name,
  next: { action, until, order: action === 'transfer' ? { order_no: name } : null },
})

test('what ends first comes first; entries that wait for the same are one task, orders are not', () => {
  const tasks = accountTasks([
    row('late', 'correct', '2027-01-09T00:00:00Z'),
    row('unpaid', 'pay', '2027-01-20T00:00:00Z'),
    row('soon', 'correct', '2027-01-03T00:00:00Z'),
    row('one', 'transfer', '2027-01-10T00:00:00Z'),
    row('two', 'transfer', null),
    { name: 'done', next: null },
  ])
  expect(tasks.map(({ action, rows }) => [action, ...rows.map(({ name }) => name)])).toEqual([
    ['correct', 'soon', 'late'],
    ['transfer', 'one'],
    ['pay', 'unpaid'],
    ['transfer', 'two'],
  ])
})
