import { judge, payments } from '@awards/shared/contract'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'
import { until } from '../../../../test/waiting.ts'
import { refundAdditionalEntries } from '../refunds/refunds.ts'
import { DAY_MS } from '../../../lib/time.ts'

const scene = await paymentScene()
const { build, db, wallet } = scene
afterAll(() => scene.stop())
afterEach(() => scene.setTime(new Date()))

/** Two submitted entries of one project. */
async function siblings() {
  const { entry, entrant, as } = await scene.unpaid()
  const category = await build.category()
  const { project_id } = entry
  const second = await build.entry(entrant, {
    entry_status: 10,
    project_id,
    category_id: category.id,
  })
  const quote = (apply_order_id: string) => as.call(payments.getEntryFee, { apply_order_id })
  const open = (apply_order_id: string, quote_id: string) =>
    as.answer(payments.entryFeePayment, {
      apply_order_id,
      channel: 'wechat_native',
      quote_id,
      billing: CONSUMER,
    })
  const settle = async (id: string) => {
    const [order] = await scene.orders(id)
    wallet.pay(order?.code_url ?? '')
    await until(async () => (await scene.entryRow(id)).entry_fee_status === 2)
  }
  return { as, quote, open, settle, ids: [entry.id, second.id] as const }
}

test('a quote from before a sibling’s payment is replaced by the lower price', async () => {
  const { quote, open, settle, ids } = await siblings()
  const [first, second] = [await quote(ids[0]), await quote(ids[1])]
  expect([first.kind, second.kind]).toEqual(['first', 'first'])
  await open(ids[0], first.quote_id)
  await settle(ids[0])

  expect(await open(ids[1], second.quote_id)).toMatchObject({
    code: 410,
    data: { reason: 'PRICE_CHANGED', quote: { kind: 'additional', amount: 16_800 } },
  })
})

const refundsOf = (ids: readonly string[]) =>
  db
    .selectFrom('refunds')
    .innerJoin('payment_orders as o', 'o.order_no', 'refunds.order_no')
    .select(['o.apply_order_id', 'refunds.amount_minor'])
    .where('o.apply_order_id', 'in', [...ids])
    .execute()

test('of two entries paid at once the second is refunded the difference, once', async () => {
  const { quote, open, settle, ids } = await siblings()
  for (const id of ids) await open(id, (await quote(id)).quote_id)
  await settle(ids[0])
  await settle(ids[1])

  await refundAdditionalEntries(scene.context)
  await refundAdditionalEntries(scene.context)

  expect(await refundsOf(ids)).toEqual([
    { apply_order_id: expect.any(String), amount_minor: 14_400 },
  ])
  for (const id of ids) expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 2 })
})

test('the second of two is refunded as well when the first is a transfer that is confirmed days later', async () => {
  const { as, quote, open, settle, ids } = await siblings()
  const chair = scene.as(await build.juror(1))
  const [transferred, card] = ids
  const { quote_id } = await quote(transferred)
  await as.call(payments.entryFeePayment, {
    apply_order_id: transferred,
    channel: 'bank_transfer',
    quote_id,
    billing: CONSUMER,
  })
  await open(card, (await quote(card)).quote_id)
  await settle(card)
  await refundAdditionalEntries(scene.context)

  const value_date = build.at(-1).toISOString().slice(0, 10)
  scene.setTime(build.at(8))
  const { version } = await scene.entryRow(transferred)
  const evidence = { amount_minor: 31_200, value_date, reference: `VIR ${transferred}` }
  const change = { apply_order_id: transferred, status: 2, version, evidence }
  await chair.call(judge.changeEntryFeeStatus, change)
  await refundAdditionalEntries(scene.context)

  expect(await refundsOf(ids)).toEqual([{ apply_order_id: card, amount_minor: 14_400 }])
})

test('after a refund of the tax the second is refunded the net difference', async () => {
  const { quote, open, settle, ids } = await siblings()
  for (const id of ids) await open(id, (await quote(id)).quote_id)
  await settle(ids[0])
  scene.setTime(new Date(Date.now() + 1_000))
  await settle(ids[1])
  const [order] = await scene.orders(ids[1])
  if (!order) throw new Error('no order')
  const { order_no } = order
  const tax = { out_refund_no: `T${order_no}`, order_no, amount_minor: 5_200, reason: 'Tax' }
  await db
    .insertInto('refunds')
    .values({ ...tax, status: 'succeeded' })
    .execute()

  await refundAdditionalEntries(scene.context)

  const refunds = await db
    .selectFrom('refunds')
    .select('amount_minor')
    .where('order_no', '=', order_no)
    .where('reason', '<>', 'Tax')
    .execute()
  expect(refunds).toEqual([{ amount_minor: 12_000 }])
})

test('entries of two projects keep the price of a first', async () => {
  const [one, other] = [await siblings(), await siblings()]
  for (const { quote, open, settle, ids } of [one, other]) {
    await open(ids[0], (await quote(ids[0])).quote_id)
    await settle(ids[0])
  }
  await refundAdditionalEntries(scene.context)
  const { count } = await db
    .selectFrom('refunds')
    .innerJoin('payment_orders as o', 'o.order_no', 'refunds.order_no')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('o.apply_order_id', 'in', [one.ids[0], other.ids[0]])
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
})

test('a transfer has ten days, and never longer than until judging begins', async () => {
  const { as, quote, ids } = await siblings()
  const { edition_id } = await scene.entryRow(ids[0])
  const transfer = async (id: string) => {
    const { quote_id } = await quote(id)
    const started = await as.call(payments.entryFeePayment, {
      apply_order_id: id,
      channel: 'bank_transfer',
      quote_id,
      billing: CONSUMER,
    })
    return started.expires_at
  }
  const now = new Date()
  scene.setTime(now)
  expect(await transfer(ids[0])).toBe(new Date(now.getTime() + 10 * DAY_MS).toISOString())

  const judging = new Date(now.getTime() + 3 * DAY_MS)
  await db.deleteFrom('phases').where('edition_id', '=', edition_id).execute()
  await db
    .insertInto('phases')
    .values([
      { edition_id, phase: 1, starts_at: build.at(-5), ends_at: judging },
      { edition_id, phase: 3, starts_at: judging, ends_at: build.at(30) },
    ])
    .execute()
  expect(await transfer(ids[1])).toBe(judging.toISOString())
})
