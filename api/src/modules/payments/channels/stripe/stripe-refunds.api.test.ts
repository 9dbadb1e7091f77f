import { sql } from 'kysely'
import { cardScene } from '../../../../../test/card-scene.ts'
import { until } from '../../../../../test/waiting.ts'
import { ordersRepository } from '../../orders/orders.repository.ts'
import { paymentContext } from '../../payments.routes.ts'
import { requestRefundOf } from '../../refunds/refund-request.ts'
import { runRefunds } from '../../refunds/refunds.ts'
import { DAY_MS } from '../../../../lib/time.ts'

const scene = await cardScene()
const { card, db, context } = scene
const { core } = paymentContext(context)

beforeEach(() => {
  scene.setTime(new Date())
  card.setChaos({})
})
afterAll(() => scene.stop())

const later = (minutes: number) =>
  scene.setTime(new Date(context.clock().getTime() + minutes * 60_000))
const refundsOf = async (orderNo: string) => {
  const rows = db.selectFrom('refunds').select(['out_refund_no', 'status', 'amount_minor'])
  return rows.where('order_no', '=', orderNo).orderBy('created_at').execute()
}
const statusOf = async (orderNo: string) => (await ordersRepository(db).find(orderNo))?.status
const atStripe = (session: string) => {
  const [{ payment_intent: intent } = { payment_intent: null }] = card
    .sessions()
    .filter(({ id }) => id === session)
  return card.refunds().filter(({ payment_intent }) => payment_intent === intent)
}

async function paid(testCard?: string) {
  const one = await scene.atThePage()
  card.pay(one.session, testCard)
  await until(async () => (await statusOf(one.order_no)) === 2)
  return one
}

async function askBack(orderNo: string, userId: string, amount_minor: number) {
  const request = { amount_minor, reason: 'Asked for', by_user_id: userId, at: context.clock() }
  await db.transaction().execute(async (trx) => {
    const order = await ordersRepository(trx).lock(orderNo)
    if (order) await requestRefundOf(trx, order, request)
  })
}

test('a whole refund: sent once, the order and its fee follow', async () => {
  const one = await paid()
  await askBack(one.order_no, one.entrant.id, one.amount)

  await runRefunds(core)

  expect(await refundsOf(one.order_no)).toMatchObject([
    { status: 'succeeded', amount_minor: 31_200 },
  ])
  expect(await statusOf(one.order_no)).toBe(6)
  expect(atStripe(one.session)).toMatchObject([{ amount: 31_200, status: 'succeeded' }])
})

test('after a partial refund the order is refunded only with the rest', async () => {
  const one = await paid()
  await askBack(one.order_no, one.entrant.id, 10_000)
  await runRefunds(core)
  expect(await statusOf(one.order_no)).toBe(2)

  await askBack(one.order_no, one.entrant.id, one.amount - 10_000)
  await runRefunds(core)

  expect(await statusOf(one.order_no)).toBe(6)
  expect(atStripe(one.session).map(({ amount }) => amount)).toEqual([10_000, 21_200])
})

test('a refund whose answer is lost is sent once', async () => {
  const one = await paid()
  await askBack(one.order_no, one.entrant.id, one.amount)
  // The refunds are read, then the refund is asked for; each twice before the library gives up.
  card.setChaos({ loseAnswerNext: 4 })
  await runRefunds(core)
  later(2)
  card.setChaos({})
  await runRefunds(core)
  later(2)
  await runRefunds(core)

  expect(await refundsOf(one.order_no)).toMatchObject([{ status: 'succeeded' }])
  expect(atStripe(one.session)).toHaveLength(1)
})

test('a refund is sent once even after its idempotency key has expired', async () => {
  const one = await paid('refund_pends')
  card.setChaos({ notify: 'drop' })
  await askBack(one.order_no, one.entrant.id, one.amount)
  await runRefunds(core)
  await until(() => atStripe(one.session).every(({ status }) => status === 'succeeded'))

  later(30 * 60)
  await runRefunds(core)

  expect(await refundsOf(one.order_no)).toMatchObject([{ status: 'succeeded' }])
  expect(atStripe(one.session)).toHaveLength(1)
})

test('a pending refund is completed by a webhook', async () => {
  const one = await paid('refund_pends')
  await askBack(one.order_no, one.entrant.id, one.amount)
  await runRefunds(core)

  await until(async () => (await statusOf(one.order_no)) === 6)

  expect(await refundsOf(one.order_no)).toMatchObject([{ status: 'succeeded' }])
})

test("a refund that the card's bank returns raises an alert", async () => {
  const one = await paid('refund_fails')
  await askBack(one.order_no, one.entrant.id, one.amount)
  await runRefunds(core)

  const alerts = async () => {
    const { rows } = await sql<{ code: string }>`
      select code from payment_alerts where order_no = ${one.order_no}`.execute(db)
    return rows.map(({ code }) => code)
  }
  await until(async () => (await alerts()).includes('REFUND_FAILED'))

  expect(await alerts()).toEqual(['REFUND_FAILED'])
  expect(atStripe(one.session)).toMatchObject([{ status: 'failed' }])
})

test('a refund refused for an empty balance is sent when it is requested again', async () => {
  const one = await paid()
  await askBack(one.order_no, one.entrant.id, one.amount)
  card.setChaos({ noBalance: true })
  await runRefunds(core)
  expect(await refundsOf(one.order_no)).toMatchObject([{ status: 'failed' }])

  card.setChaos({})
  later(60)
  await askBack(one.order_no, one.entrant.id, one.amount)
  await runRefunds(core)

  expect(await refundsOf(one.order_no)).toMatchObject([{ status: 'succeeded' }])
  expect(atStripe(one.session)).toHaveLength(1)
})

test('a refund requested again whose answer is lost is sent once', async () => {
  const one = await paid()
  await askBack(one.order_no, one.entrant.id, one.amount)
  card.setChaos({ noBalance: true })
  await runRefunds(core)
  later(60)
  await askBack(one.order_no, one.entrant.id, one.amount)
  card.setChaos({ loseAnswerNext: 4 })
  await runRefunds(core)
  later(2)
  card.setChaos({})
  await runRefunds(core)

  expect(await refundsOf(one.order_no)).toMatchObject([{ status: 'succeeded' }])
  expect(atStripe(one.session)).toHaveLength(1)
})

test('the daily statement lists payments and refunds', async () => {
  const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const [day, nextDay] = [dayAfter(1), dayAfter(2)]
  scene.setTime(`${day}T22:59:00Z`)
  const orders = []
  for (let count = 0; count < 3; count += 1) orders.push(await paid())
  const [first] = orders
  await askBack(first?.order_no ?? '', first?.entrant.id ?? '', 5_000)
  await runRefunds(core)
  scene.setTime(`${nextDay}T00:00:00Z`)
  const next = await paid()

  // The site has one statement a day for all its orders: those of other tests may fall on the same
  // days, since their clock runs ahead too.
  const numbers = new Set<string | null>([...orders, next].map(({ order_no }) => order_no))
  const statementOf = async (date: string) =>
    (await core.providers.card?.statement?.(date))?.filter((fact) => numbers.has(fact.order_no))

  const facts = await statementOf(day)

  const money = { amount_minor: 31_200, currency: 'EUR', at: new Date(`${day}T22:59:00Z`) }
  const [refund] = await refundsOf(first?.order_no ?? '')
  expect(facts).toHaveLength(4)
  expect(facts).toEqual(
    expect.arrayContaining([
      ...orders.map(({ order_no }) =>
        expect.objectContaining({ fact: 'payment', order_no, ...money }),
      ),
      {
        ...money,
        fact: 'refund',
        order_no: first?.order_no,
        reference: refund?.out_refund_no,
        amount_minor: 5_000,
      },
    ]),
  )
  const [ledger] = await db
    .selectFrom('ledger')
    .selectAll()
    .where('order_no', '=', next.order_no)
    .execute()
  const following = await statementOf(nextDay)
  expect(following).toMatchObject([{ order_no: next.order_no, reference: ledger?.provider_txn }])
})
