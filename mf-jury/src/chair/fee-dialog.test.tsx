import { connectClient } from '@awards/shared/client'
import { judge, money, publicationAdded, type PaymentRow } from '@awards/shared/contract'
import { ENTRY_FEE_STATUS } from '@awards/shared/domain'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import '../routes.tsx'
import { FeeDialog } from './fee-dialog.tsx'

const AT = '2027-01-31T12:00:00.000Z'
const transfer = (currency: string): PaymentRow => ({
  order_no: 'GDA0001',
  status: 1,
  status_text: 'awaiting',
  fee_type: 1,
  apply_order_id: '7',
  entry_no: 'GDA-1',
  title: 'Chair of reeds',
  channel: 'bank_transfer',
  amount: 31_200,
  currency,
  created_at: AT,
  expires_at: AT,
  paid_at: null,
  is_late: false,
  is_duplicate: false,
  payer: 'Atelier Dupont',
  is_payer_hidden: false,
  provider_txn: null,
  refunded: 0,
  invoice_no: null,
  alerts: [],
})

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => restore())

/** The dialog with its evidence, of a fee in `currency`; `change` collects what it sends. */
async function confirmFee(currency: string, orders: PaymentRow[]) {
  const change: unknown[] = []
  answer(money.paymentList, () => ({
    list: orders,
    total: orders.length,
    current: 1,
    pageSize: 20,
  }))
  answer(publicationAdded.feeTable, () => ({
    edition: { code: 'S1', name: 'Season 1' },
    currency,
    current_period: null,
    periods: [],
    prices: [],
    packages: [],
    student_package_percent: 50,
  }))
  answer(judge.changeEntryFeeStatus, (input) => {
    change.push(input)
    return { status: ENTRY_FEE_STATUS.paid, version: 5, changed: true }
  })
  let refetch = () => {}
  const Page = () => {
    const [version, setVersion] = useState(4)
    refetch = () => setVersion(5)
    return (
      <FeeDialog
        fee="entry"
        id="7"
        entryNo="GDA-1"
        version={version}
        status={ENTRY_FEE_STATUS.offline_declared}
        onClose={() => undefined}
      />
    )
  }
  const { user } = await renderRoutes([{ path: '/', Component: Page }], '/')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.mouseDown(dialog.getByRole('combobox', { name: 'New status' }))
  await user.click(await screen.findByTitle('Paid'))
  const amount = await dialog.findByLabelText(`Amount received, ${currency}`)
  const save = async () => {
    fireEvent.change(dialog.getByLabelText('Value date'), { target: { value: '2027-01-31' } })
    await user.type(dialog.getByLabelText('Reference of the bank'), 'VIR 1')
    await user.type(dialog.getByLabelText(/^Reason/), 'Seen on the account')
    await user.click(dialog.getByRole('button', { name: 'Save the status' }))
    await waitFor(() => expect(change).toHaveLength(1))
  }
  return { user, amount, change, save, refetch: () => act(() => refetch()) }
}

test.each([
  ['EUR', '312.00'],
  ['JPY', '31200'],
  ['KWD', '31.200'],
])(
  'the amount of a transfer in %s stands in its units and is sent in minor ones',
  async (currency, shown) => {
    const { amount, change, save } = await confirmFee(currency, [transfer(currency)])
    expect(amount).toHaveValue(shown)
    await save()
    expect(change).toMatchObject([{ evidence: { amount_minor: 31_200 } }])
  },
)

const open = transfer('EUR')
const closed = (order_no: string, amount: number) => ({ ...open, order_no, amount, status: 3 })

test.each<[string, PaymentRow[], string, RegExp]>([
  [
    'the latest transfer that has closed',
    [closed('GDA0003', 28_000), closed('GDA0002', 26_000)],
    '280.00',
    /has closed was over .*280.*, reference GDA0003/,
  ],
  [
    'the open transfer, though another one has closed since',
    [closed('GDA0003', 28_000), open],
    '312.00',
    /open transfer order is over .*312.*, reference GDA0001/,
  ],
])('the amount that is expected is that of %s', async (_which, orders, shown, words) => {
  const { amount } = await confirmFee('EUR', orders)
  expect(amount).toHaveValue(shown)
  expect(screen.getByText(words)).toBeVisible()
})

test('a transfer that nobody has announced is in the currency of the prices', async () => {
  const { user, amount, change, save } = await confirmFee('JPY', [])
  await user.type(amount, '31200')
  await save()
  expect(change).toMatchObject([{ evidence: { amount_minor: 31_200 } }])
})

test('the change names the entry as it was when the dialog was opened, whatever is loaded since', async () => {
  const { change, save, refetch } = await confirmFee('EUR', [open])
  refetch()
  await save()
  expect(change).toMatchObject([{ version: 4 }])
})
