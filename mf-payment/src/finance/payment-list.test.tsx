import { connectClient } from '@awards/shared/client'
import { money, type PlatformState } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, renderRoutes } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
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

test.each([
  ['JPY', 31_200, '31200', '5000', 5_000],
  ['EUR', 31_200, '312.00', '50', 5_000],
  ['KWD', 31_200, '31.200', '5.125', 5_125],
])(
  'a refund in %s is typed in its units and sent in minor ones',
  async (currency, left, whole, typed, amount_minor) => {
    proves('call judge/refundPayment')
    const sent: unknown[] = []
    answer(money.payment, () => ({ ...payment, currency, documents: [], refundable: left }))
    answer(money.refundPayment, (input) => {
      sent.push(input)
      return { out_refund_no: 'R1', status: 'requested' as const, amount_minor }
    })
    const { user } = await open('/payments?order=GDA0001')
    const field = await screen.findByLabelText(/^Amount/)
    expect(field).toHaveValue(whole)
    await user.clear(field)
    await user.type(field, typed)
    await user.type(screen.getByLabelText(/^Reason/), 'Paid twice')
    await user.click(screen.getByRole('button', { name: 'Send back…' }))
    await user.click(await screen.findByRole('button', { name: /^Send .*5.* back$/ }))
    await waitFor(() =>
      expect(sent).toEqual([{ order_no: 'GDA0001', amount_minor, reason: 'Paid twice' }]),
    )
  },
)

test('a tax report says what it holds and where it stands, is downloaded, and goes again once it was rejected', async () => {
  proves('call judge/taxReports', 'call judge/taxReportFile', 'call judge/sendTaxReportAgain')
  const asked: unknown[] = []
  const opened = jest.spyOn(window, 'open').mockReturnValue(null)
  const report = {
    kind: 'sales' as const,
    from: '2027-01-01',
    to: '2027-01-31',
    created_at: AT,
    left_out: 0,
    is_correction: false,
    code: null,
    at: AT,
    reason: '',
    can_send_again: false,
    sums: [{ flow: '10.3', currency: 'EUR', count: 3, net_minor: 78_000, vat_minor: 15_600 }],
  }
  answer(money.taxReports, () => ({
    list: [
      {
        ...report,
        report_id: '1',
        number: 'GA-TX-1',
        state: 'refused' as const,
        code: '301',
        reason: 'Contrôle sémantique',
        can_send_again: true,
        left_out: 2,
      },
      {
        ...report,
        report_id: '2',
        number: 'GA-TX-2',
        state: 'checked' as const,
        code: '300',
        is_correction: true,
      },
      { ...report, report_id: '3', number: 'GA-TX-3', state: 'checked' as const, code: '399' },
      { ...report, report_id: '4', number: 'GA-TX-4', state: 'empty' as const, at: null, sums: [] },
    ],
    total: 4,
    current: 1,
    pageSize: 30,
  }))
  answer(money.taxReportFile, (input) => {
    asked.push(input)
    return { url: 'about:blank', filename: 'GA-TX-2.xml' }
  })
  answer(money.sendTaxReportAgain, (input) => {
    asked.push(input)
    return { sent: true }
  })
  const { user } = await open('/payments?view=reports')
  expect(await screen.findByText('Rejected by the tax office')).toBeVisible()
  for (const words of [
    'Contrôle sémantique',
    'With the tax office',
    'Code 399 of the platform',
    'Nothing to report',
  ])
    expect(screen.getByText(words)).toBeVisible()
  expect(screen.getAllByText('€936.00')).toHaveLength(3)
  expect(screen.getByText(/2 items in another currency are left out/)).toBeVisible()
  expect(screen.getByText('GA-TX-2 · Correction')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Download the file GA-TX-4' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Download the file GA-TX-2' }))
  await user.click(screen.getByRole('button', { name: 'Send again: GA-TX-1' }))
  expect(asked).toEqual([{ report_id: '2' }, { report_id: '1' }])
  expect(await screen.findByText(/The period is reported again within a minute/)).toBeVisible()
  expect(opened).toHaveBeenCalledTimes(1)
})
