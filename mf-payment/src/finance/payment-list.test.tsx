import { connectClient } from '@awards/shared/client'
import { money, type PlatformState } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, renderRoutes } from '@awards/shared/testing'
import { screen, within } from '@testing-library/react'
import { routes } from '../routes.tsx'

let restore = () => {}
let asked: unknown[] = []

beforeEach(() => {
  proves('call judge/paymentList')
  restore = answerCalls()
  asked = []
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(money.alertList, () => ({ list: [], total: 0, current: 1, pageSize: 20 }))
  answer(money.paymentList, (input) => {
    asked.push(input)
    return { list: [], total: 0, current: 1, pageSize: 20 }
  })
})
afterEach(() => restore())

async function open(address: string) {
  const site = await renderRoutes(routes, address)
  site.store.dispatch(sessionReady(chair))
  return site
}

test('names, ignores and removes filters of the address that the call would refuse', async () => {
  const { user, location } = await open('/payments?status=zz&fee_type=9&keyword=GDA')
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent('The filters Status and Fee of this address make no sense')
  expect(await screen.findByText('No payment matches')).toBeVisible()
  for (const input of asked) {
    expect(input).toMatchObject({ keyword: 'GDA' })
    expect(input).not.toHaveProperty('status')
  }

  await user.click(within(notice).getByRole('button', { name: 'Clear Status' }))
  expect(location()).toBe('/payments?fee_type=9&keyword=GDA')
  await user.click(within(notice).getByRole('button', { name: 'Clear the filters' }))
  expect(location()).toBe('/payments')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows no notice when all filters are valid', async () => {
  await open('/payments?status=1&channel=card&fee_type=1&attention=1')
  expect(await screen.findByText('No payment matches')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

const AT = '2027-01-31T12:00:00.000Z'
const paper = (number: string, platform?: Partial<PlatformState>) => ({
  invoice_id: number.slice(-2),
  number,
  kind: 'invoice',
  amount: 31_200,
  issued_at: AT,
  ...(platform && {
    platform: {
      state: 'checked' as const,
      code: null,
      at: AT,
      reason: '',
      can_send_again: false,
      ...platform,
    },
  }),
})
const payment = {
  order_no: 'GDA0001',
  status: 2,
  status_text: 'paid',
  fee_type: 1 as const,
  apply_order_id: '7',
  entry_no: 'GDA-1',
  title: 'Chair of reeds',
  channel: 'bank_transfer' as const,
  amount: 31_200,
  currency: 'EUR',
  created_at: AT,
  expires_at: AT,
  paid_at: AT,
  is_late: false,
  is_duplicate: false,
  payer: 'Atelier Dupont',
  is_payer_hidden: false,
  provider_txn: 'VIR 1',
  refunded: 0,
  invoice_no: 'GA-11',
  alerts: [],
  timeline: [],
  refunds: [],
  open_alerts: [],
  refundable: 0,
}

test('an invoice says where it stands at the platform, and one that was not taken is sent again', async () => {
  proves('call judge/sendInvoiceAgain')
  const sent: unknown[] = []
  answer(money.payment, () => ({
    ...payment,
    documents: [
      paper('GA-11', { state: 'refused', reason: 'InvalidSchema', can_send_again: true }),
      paper('GA-12', { code: '210', reason: 'Commande inconnue' }),
      paper('GA-13', { code: '299' }),
      paper('GA-14'),
    ],
  }))
  answer(money.sendInvoiceAgain, (input) => {
    sent.push(input)
    return { sent: 1 }
  })
  const { user } = await open('/payments?order=GDA0001')
  expect(await screen.findByText('Not taken by the platform')).toBeVisible()
  for (const words of ['InvalidSchema', 'Refused by the buyer', 'Commande inconnue']) {
    expect(screen.getByText(words)).toBeVisible()
  }
  expect(screen.getByText('Code 299 of the platform')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send again: GA-11' }))
  expect(sent).toEqual([{ invoice_id: '11' }])
  expect(await screen.findByText('It goes to the platform within a minute.')).toBeVisible()
})
