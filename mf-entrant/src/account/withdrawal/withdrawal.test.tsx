import { connectClient } from '@awards/shared/client'
import { type Contract, entriesAdded } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen, within } from '@testing-library/react'
import '../../routes.tsx'
import { Withdrawal } from './withdrawal.tsx'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => restore())

const contractOf = (apply_order_id: string, title: string): Contract => ({
  apply_order_id,
  order_no: 'GA27-BASKET',
  entry_no: `GA27-${apply_order_id}`,
  title,
  fee_type: 1,
  amount: 26_000,
  currency: 'EUR',
  paid_at: '2027-11-20T10:05:00.000Z',
  withdraw_until: '2027-12-04T22:59:59.000Z',
  refusal: null,
  withdrawal: null,
})
const receipt = {
  reference: 'W-1',
  received_at: '2027-11-21T10:00:00.000Z',
  receipt_url: '/files/receipt',
  receipt_page_url: '/files/receipt-page',
}

test('one work of a common payment is withdrawn from; the other one is not asked about', async () => {
  let [lamp, chair] = [contractOf('7', 'Lamp'), contractOf('8', 'Chair')]
  answer(entriesAdded.withdrawals, () => ({ contracts: [lamp, chair] }))
  answer(entriesAdded.withdrawal, () => (lamp = { ...lamp, withdrawal: receipt }))
  const { user } = await renderRoutes([{ path: '/', element: <Withdrawal /> }], '/')
  const work = (title: string) => screen.findByRole('article', { name: new RegExp(title) })
  const begin = { name: 'Withdraw from contract here' }
  await user.click(within(await work('Lamp')).getByRole('button', begin))
  await user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }))

  expect(await screen.findByText(/Your withdrawal was received/)).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Confirm withdrawal' })).toBeNull()
  expect(within(await work('Chair')).getByRole('button', begin)).toBeVisible()
})
