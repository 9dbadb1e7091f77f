import { setTimeout as delay } from 'node:timers/promises'
import { payments } from '@awards/shared/contract'
import { memoryProvider } from '../../../test/memory-provider.ts'
import { paymentScene } from '../../../test/payment-scene.ts'
import { until } from '../../../test/waiting.ts'
import { jobQueue } from '../../jobs/job-queue.ts'
import type { Provider } from './channels/provider.ts'
import { POLL_MS } from './orders/order.mapper.ts'
import { reconcileOrders } from './orders/reconcile.ts'
import { paymentJobs } from './payment-jobs.ts'
import { paymentContext } from './payments.routes.ts'

const scene = await paymentScene()
const { wallet, context, db } = scene
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

/** The core with a wallet whose queries are answered by the test. */
function answeredBy(query: Provider['query']) {
  const { core } = paymentContext(context)
  const wechat_native = { ...memoryProvider(() => context.clock()).provider, query }
  return { ...core, providers: { ...core.providers, wechat_native } }
}

test('a provider that hangs holds up its own orders alone: invoices go out', async () => {
  pass(60)
  const { order_no, code_url, as } = await qrcode()
  const asked: string[] = []
  const outage = Promise.withResolvers<never>()
  const core = answeredBy((order) => {
    asked.push(order.order_no)
    return outage.promise
  })
  const queue = jobQueue(context)
  paymentJobs({ ...context, jobs: queue }, { ...core, jobs: queue })
  pass(60)
  await queue.start()
  try {
    await until(() => asked.length > 0)
    wallet.pay(code_url)
    await as.call(payments.queryOrder, { order_no })
    const invoices = db.selectFrom('invoices').select('number').where('order_no', '=', order_no)
    await until(async () => (await invoices.execute()).length === 1)
  } finally {
    outage.reject(new Error('no answer'))
    await queue.stop()
  }
})

test('a round of the reconcile job ends after its time; the next asks about the rest', async () => {
  pass(60)
  const orders: string[] = []
  for (let count = 0; count < 7; count += 1) orders.push((await qrcode()).order_no)
  const asked = new Set<string>()
  const core = answeredBy(async (order) => {
    asked.add(order.order_no)
    await delay(50)
    throw new Error('no answer')
  })
  pass(60)

  await reconcileOrders(core, { runMs: 20 })
  const first = orders.filter((one) => asked.has(one))
  pass(61)
  await reconcileOrders(core)

  expect(first.length).toBeLessThanOrEqual(5)
  expect(orders.filter((one) => asked.has(one))).toEqual(orders)
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
