import { entries, type Next } from '@awards/shared/contract'
import { answer, renderRoutes } from '@awards/shared/testing'
import { screen, within } from '@testing-library/react'
import { answerOpenCall, paidEntry, paidRow } from '../common/owner-entry.fixture.ts'
import { routes } from '../routes.tsx'
import '../steps/steps.page.tsx'
import { EntryCard } from './entry-card.tsx'
import { NextSteps } from './account.page.tsx'

const UNPAID = { entry_status: 10, entry_fee_status: 4, entry_fee_status_text: 'offline_declared' }
const order = {
  order_no: 'GA271124',
  channel: 'bank_transfer',
  amount: 28_080,
  currency: 'EUR',
} as const
const transfer: Next = { action: 'transfer', until: '2027-12-04T12:00:00.000Z', order }
const awaited: Next = { ...transfer, action: 'await_payment', order: { ...order, channel: 'card' } }
const DETAILS = '/pay-result?order_no=GA271124'

let end: () => void
beforeEach(() => {
  end = answerOpenCall()
})
afterEach(() => end())

async function tasks(change: object) {
  const page = { current: 1, pageSize: 10 }
  const none = () => ({ ...page, list: [], total: 0 })
  answer(entries.entryList, () => ({ ...page, list: [{ ...paidRow, ...change }], total: 1 }))
  answer(entries.awardList, none)
  answer(entries.historyAwardList, none)
  await renderRoutes([{ path: '/', element: <NextSteps /> }], '/')
  return screen.findByRole('region', { name: 'What to do next' })
}
async function row(change: object) {
  const entry = { ...paidRow, actions: [], ...change }
  await renderRoutes([{ path: '/', element: <EntryCard entry={entry} /> }], '/')
  return screen.findByRole('article', { name: 'Halo II' })
}
async function stepSix(change: object) {
  answer(entries.info, () => ({ ...paidEntry, actions: [], paid_at: null, ...change }))
  await renderRoutes(routes, '/steps?id=7&step=6')
  return document.body
}

test.each([
  ['the task', tasks],
  ['the row', row],
  ['step 6', stepSix],
])(
  'E2: %s has the transfer with amount and last day, one press from the account',
  async (_, show) => {
    const place = await show({ ...UNPAID, next: transfer })
    const link = await within(place).findByRole('link', {
      name: /^Transfer €280\.80 by 4 December/,
    })
    expect(link).toHaveAttribute('href', DETAILS)
    expect(within(place).queryByText(/Finish/)).toBeNull()
  },
)

test('a row says of a transfer for several entries how many they are', async () => {
  const several: Next = { ...transfer, order: { ...order, works: 3 } }
  const place = await row({ ...UNPAID, next: several })
  expect(
    await within(place).findByRole('link', { name: /^Transfer €280\.80 for 3 entries/ }),
  ).toHaveAttribute('href', DETAILS)
})

test('a task names for how many entries a transfer is, also where fewer of them still wait', async () => {
  const several: Next = { ...transfer, order: { ...order, works: 3 } }
  const place = await tasks({ ...UNPAID, next: several })
  // The sentence and the button beneath it.
  expect(await within(place).findAllByText('Transfer €280.80 for 3 entries')).toHaveLength(2)
})

test.each([
  ['the task', tasks],
  ['the row', row],
  ['step 6', stepSix],
])('E3: %s says that the bank decides, and offers no other payment', async (_, show) => {
  const place = await show({ ...UNPAID, entry_fee_status: 1, next: awaited })
  expect(
    await within(place).findByText(/Your bank is processing €280\.80.*pay again/),
  ).toBeVisible()
  expect(within(place).getByRole('link', { name: /^See the payment/ })).toHaveAttribute(
    'href',
    DETAILS,
  )
  expect(within(place).queryByRole('link', { name: /^Pay/ })).toBeNull()
})

test.each([
  ['the task', tasks],
  ['the row', row],
])('E5: %s of an accepted award asks for its package', async (_, show) => {
  const next: Next = { action: 'choose_package', until: null, order: null }
  const place = await show({ entry_status: 60, actions: ['preview'], next })
  const link = await within(place).findByRole('link', { name: /^Choose a package/ })
  expect(link).toHaveAttribute('href', '/awards/steps?id=7&step=3')
  expect(within(place).queryByText(/Accept/)).toBeNull()
})
