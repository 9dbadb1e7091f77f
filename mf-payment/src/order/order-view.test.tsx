import { entries, entriesAdded, payments, type PaymentOrder } from '@awards/shared/contract'
import { answer, answerCalls, refuse, renderRoutes } from '@awards/shared/testing'
import { screen } from '@testing-library/react'
import '../pay-result.page.tsx'
import { routes } from '../routes.tsx'

const SOON = new Date(Date.now() + 600_000).toISOString()
const ORDER: PaymentOrder = {
  order_no: 'P270112ABCDEFGH',
  status: 1,
  status_text: 'awaiting',
  fee_type: 1,
  apply_order_id: '1',
  entry_no: 'GA27-GRA-0001',
  title: 'Alphabet Loire',
  channel: 'wechat_native',
  amount: 31200,
  currency: 'EUR',
  expires_at: SOON,
  paid_at: null,
  is_late: false,
  is_duplicate: false,
  action: {
    type: 'qrcode',
    code_url: 'weixin://wxpay/bizpayurl?pr=test',
    poll_ms: 2500,
  },
}
const BANK = { type: 'bank', reference: 'P270112ABCDEFGH', iban: 'FR00', bic: 'SPEC' } as const

let end: () => void
// jsdom draws nothing.
beforeAll(() => void (HTMLCanvasElement.prototype.getContext = () => null))
beforeEach(() => (end = answerCalls()))
afterEach(() => end())

async function show(change: Partial<PaymentOrder>, more = '') {
  answer(payments.queryOrder, () => ({ ...ORDER, ...change }))
  const { user } = await renderRoutes(routes, `/pay-result?order_no=${ORDER.order_no}${more}`)
  return user
}

test.each<[string, Partial<PaymentOrder>, string?]>([
  ['Scan to pay', {}],
  ['This code has run out', { status: 3 }],
  ['This order is being closed', { status: 7 }],
  ['Pay €312 by card', { channel: 'card', action: { type: 'redirect', url: 'https://x.example' } }],
  ['We are confirming your payment', { channel: 'card', action: null }, '&session_id=cs_1'],
  [
    'Transfer €312',
    { channel: 'bank_transfer', action: { ...BANK, holder: 'Garance', due_at: SOON } },
  ],
  ['The payment did not work', { status: 4 }],
  ['Thank you. It is paid.', { status: 2, paid_at: SOON, invoice_no: 'F1' }],
  ['Part of it was refunded', { status: 2, paid_at: SOON, refunded: 100, invoice_no: 'F1' }],
  ['Refunded', { status: 6, refunded: 31200 }],
  ['This second payment goes back to you', { status: 5, is_duplicate: true }],
  ['We are looking into this payment', { status: 8 }],
])('%s', async (heading, change, more = '') => {
  await show(change, more)
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(heading)
})

test.each([
  ['EUR', 123_450, '1234.50'],
  ['JPY', 31_200, '31200'],
  ['KWD', 31_200, '31.200'],
])(
  'the amount of a transfer in %s is copied as a bank takes it',
  async (currency, amount, copied) => {
    const action = { ...BANK, holder: 'Garance', due_at: SOON }
    const user = await show({ channel: 'bank_transfer', amount, currency, action })
    await user.click(await screen.findByRole('button', { name: 'Copy: Amount' }))
    expect(await navigator.clipboard.readText()).toBe(copied)
  },
)

test('E24: the code stands beside the price in yuan and the rate, before anybody pays', async () => {
  await show({ payer_rate: { currency: 'CNY', rate: 7.8, day: '2027-01-12' } })
  const told = await screen.findByText(/CN¥2,433\.60/)
  expect(told).toHaveTextContent('€1 = 7.8 CNY')
  expect(told).toHaveTextContent('12 Jan 2027')
  expect(screen.getByText('€312')).toBeVisible()
})

test('E24: a price in yen, which have no decimals, is told in yuan as well', async () => {
  const payer_rate = { currency: 'CNY', rate: 0.05, day: '2027-01-12' }
  await show({ currency: 'JPY', payer_rate })
  const told = await screen.findByText(/CN¥1,560/)
  expect(told).toHaveTextContent('JP¥1 = 0.05 CNY')
})

const UNTIL = '2027-12-08T12:00:00.000Z'
const DEBIT = { channel: 'card', action: null, awaited_until: UNTIL } as const

test.each([
  ['awaiting', 1, ''],
  ['awaiting, on the way back', 1, '&session_id=cs_1'],
  ['closing', 7, ''],
])(
  'E3: a debit that is %s says what is awaited and until when, with one way on',
  async (_, status, more) => {
    await show({ ...DEBIT, status }, more)
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Your bank is processing €312',
    )
    expect(screen.getByText(/You need not pay again.*8 December/)).toBeVisible()
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'To your entries',
    ])
    expect(screen.queryByText(/charged|Time left/)).toBeNull()
  },
)

test('E3: shows a debit as pending when its page has expired', async () => {
  await show({ ...DEBIT, status: 1, expires_at: '2020-01-01T00:00:00.000Z' })
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
    'Your bank is processing',
  )
})

test('E3: promises nothing about money and offers no other payment when an order is closing', async () => {
  await show({ channel: 'card', action: null, status: 7 })
  expect(await screen.findByText(/not yet confirmed/)).toBeVisible()
  expect(screen.queryByText(/nothing was charged/i)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Pay in another way' })).toBeNull()
})

test('shows event, actor and reference in the timeline', async () => {
  const event = { at: SOON, by: 'provider', amount_minor: 31200, reference: '4200001' } as const
  await show({
    status: 2,
    paid_at: SOON,
    invoice_no: 'F1',
    timeline: [{ moment: 'paid', ...event }],
  })

  expect(await screen.findByText('Payment received')).toBeVisible()
  expect(screen.getByText('by the payment service')).toBeVisible()
  expect(screen.getByText('4200001')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy: Number of “Payment received”' })).toBeVisible()
})

test('links back to the card page when it was left unfinished', async () => {
  const action = { type: 'redirect', url: 'https://card.example/pay' } as const
  await show({ channel: 'card', action })
  const link = await screen.findByRole('link', { name: 'Continue to the card page' })
  expect(link).toHaveAttribute('href', action.url)
})

test.each([
  ['an order that is not theirs', '?order_no=P270112ABCDEFGH', 404],
  ['a number that no order has', '?order_no=%3Cscript%3E', 422],
  ['an entry that is not theirs', '?entry=1', 404],
  ['a package of what is no entry', '?package=abc', 422],
])('E18: who asks for %s is led on, not asked to try again', async (_, search, code) => {
  refuse(payments.queryOrder, code, 'No')
  refuse(entries.info, code, 'No')
  answer(entriesAdded.templates, () => ({ credits: [], billing: null }))
  await renderRoutes(routes, `/pay-result${search}`)
  expect(await screen.findByText('There is no such payment here')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('E32: each moment of a payment has one clock, and an actor only where it is another', async () => {
  const moment = { amount_minor: null, reference: null, at: '2027-01-12T09:00:00.000Z' }
  await show({
    timeline: [
      { ...moment, moment: 'created', by: 'payer' },
      { ...moment, moment: 'paid', by: 'provider', amount_minor: 31_200 },
    ],
  })
  expect(await screen.findAllByText('12 January 2027 at 10:00 CET')).toHaveLength(2)
  expect(screen.queryByText(/where you are|by you/)).toBeNull()
  expect(screen.getByText(/by the payment service/)).toBeVisible()
})
