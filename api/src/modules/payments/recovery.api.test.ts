import { payments } from '@awards/shared/contract'
import { paymentScene } from '../../../test/payment-scene.ts'
import { POLL_MS } from './orders/order.mapper.ts'

const scene = await paymentScene()
const { wallet, context } = scene
const START = Date.now()
let seconds = 0

beforeAll(async () => {
  // The rounds of the server are written down, and then done by the clock of the test.
  await context.jobs.start()
  await context.jobs.stop()
})
beforeEach(() => wallet.setChaos({ notify: 'drop' }))
afterAll(() => scene.stop())

const pass = (more: number) => {
  seconds += more
  scene.setTime(new Date(START + seconds * 1_000))
}

async function qrcode() {
  const one = await scene.unpaid()
  const code = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
  return { ...one, ...code }
}

const isPaid = async (id: string) => (await scene.entryRow(id)).entry_fee_status === 2

test('a payment without webhook shows on the polling page within five seconds', async () => {
  const delays: number[] = []
  for (const paidAfter of [0.1, 1, 2.4, 2.5, 7.3, 31.9]) {
    pass(60)
    const { id, order_no, code_url, as } = await qrcode()
    const opened = seconds
    const untilPaid = async (isOver: () => boolean) => {
      while (!isOver()) {
        await as.call(payments.queryOrder, { order_no })
        if (await isPaid(id)) return
        pass(POLL_MS / 1_000)
      }
    }
    await untilPaid(() => seconds + POLL_MS / 1_000 > opened + paidAfter)
    const rest = opened + paidAfter - seconds
    pass(rest)
    wallet.pay(code_url)
    pass(POLL_MS / 1_000 - rest)
    await untilPaid(() => seconds > opened + paidAfter + 10)
    expect(await isPaid(id)).toBe(true)
    delays.push(seconds - opened - paidAfter)
  }
  expect(Math.max(...delays)).toBeLessThanOrEqual(5)
})

test('a payment without webhook or page is found by the reconcile job within a minute', async () => {
  const delays: number[] = []
  for (const paidAfter of [0, 4, 16, 36, 70, 118, 600, 1_500]) {
    pass(60)
    const { id, code_url } = await qrcode()
    const rounds = Math.ceil(Math.min(paidAfter / 4, 20))
    for (let round = 0; round < rounds; round += 1) {
      pass(paidAfter / rounds)
      await context.jobs.drain()
    }
    wallet.pay(code_url)
    let waited = 0
    while (!(await isPaid(id)) && waited < 90) {
      pass(1)
      waited += 1
      await context.jobs.drain()
    }
    delays.push(waited)
  }
  expect(Math.max(...delays)).toBeLessThanOrEqual(60)
})

test('a QR code abandoned for another channel is re-checked five minutes after its creation', async () => {
  pass(60)
  const { id, order_no, as } = await qrcode()
  const { quote_id } = await as.call(payments.getEntryFee, { apply_order_id: id })
  await as.call(payments.entryFeePayment, {
    apply_order_id: id,
    channel: 'bank_transfer',
    quote_id,
    billing: {
      kind: 'consumer',
      name: 'Jeanne Brumaire',
      address: '3 rue du Tan',
      postal_code: '87000',
      city: 'Limoges',
      country: 'FR',
      email: 'jeanne@example.org',
    },
  })
  const closed = (await scene.orders(id)).find((order) => order.order_no === order_no)

  expect(closed).toMatchObject({ status: 3 })
  expect((closed?.next_check_at?.getTime() ?? 0) - (closed?.created_at.getTime() ?? 0)).toBe(
    300_000,
  )
})
