import { documents, judge, payments } from '@awards/shared/contract'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'
import { until } from '../../../../test/waiting.ts'
import { reconcileOrders } from '../orders/reconcile.ts'
import { paymentContext } from '../payments.routes.ts'
import { expireOffers } from './payable-entries.repository.ts'

const scene = await paymentScene()
const { build, db, wallet } = scene
afterAll(() => scene.stop())

const { edition, award } = await build.programme()
for (const [code, amount_minor] of [
  ['essentiel', 0],
  ['signature', 79_000],
] as const) {
  const texts = JSON.stringify({ en: code })
  const { id } = await db
    .insertInto('winner_packages')
    .values({ code, name: texts, description: texts })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('winner_package_prices')
    .values({ edition_id: edition.id, package_id: id, award_id: award.id, amount_minor })
    .execute()
}

const winner = (given: object = {}) =>
  scene.unpaid({ entry_status: 60, award_id: award.id, winner_fee_status: 1, ...given })

const request = (id: string, package_code: string) => ({
  apply_order_id: id,
  package_code,
  channel: 'wechat_native' as const,
  billing: CONSUMER,
})

test('a winner sees the packages with tax, and may take the free one at once', async () => {
  proves('call apply/getWinnerPackageFeePaymentChannel')
  const { id, as } = await winner()
  const { packages } = await as.call(payments.getWinnerPackageFeePaymentChannel, {
    apply_order_id: id,
  })

  const started = await as.call(payments.winnerPackageFeePayment, request(id, 'essentiel'))

  expect(packages).toMatchObject([
    { code: 'essentiel', amount: 0 },
    { code: 'signature', amount_ht: 79_000, vat_rate: 20, amount: 94_800 },
  ])
  expect(started.action).toEqual({ type: 'none' })
  expect(await scene.entryRow(id)).toMatchObject({
    winner_fee_status: 4,
    package_code: 'essentiel',
    entry_fee_status: 2,
  })
})

test('a package is paid by WeChat and has its own invoice', async () => {
  proves(
    'call apply/winnerPackageFeePayment',
    'call wxpay/getAwardedQrcode',
    'call pdf/printWinnerPackageFeeInvoice',
  )
  const { id, as } = await winner()
  const started = await as.call(payments.winnerPackageFeePayment, request(id, 'signature'))
  const again = await as.call(payments.getAwardedQrcode, { apply_order_id: id })
  expect(again.order_no).toBe(started.order_no)

  wallet.pay(again.code_url)
  await until(async () => (await scene.entryRow(id)).winner_fee_status === 3)

  expect(await scene.entryRow(id)).toMatchObject({ package_code: 'signature', entry_status: 60 })
  const invoice = await as.call(documents.printWinnerPackageFeeInvoice, { apply_order_id: id })
  expect(invoice.number).toMatch(/^[A-Z]+-\d{4}-000001$/)
})

test('another package while one is open closes the first', async () => {
  await db
    .updateTable('winner_package_prices')
    .set({ amount_minor: 100 })
    .where('amount_minor', '=', 0)
    .execute()
  const { id, as } = await winner()
  const first = await as.call(payments.winnerPackageFeePayment, request(id, 'signature'))
  const second = await as.call(payments.winnerPackageFeePayment, request(id, 'essentiel'))
  await db
    .updateTable('winner_package_prices')
    .set({ amount_minor: 0 })
    .where('amount_minor', '=', 100)
    .execute()

  expect(second.order_no).not.toBe(first.order_no)
  expect((await scene.orders(id)).map((order) => order.status).sort()).toEqual([1, 3])
})

test.each(['wechat_native', 'bank_transfer'] as const)(
  'the free package closes the open order by %s of another one',
  async (channel) => {
    const { id, as } = await winner()
    const dear = { ...request(id, 'signature'), channel }
    const { order_no } = await as.call(payments.winnerPackageFeePayment, dear)

    const free = await as.call(payments.winnerPackageFeePayment, request(id, 'essentiel'))

    expect(free.action).toEqual({ type: 'none' })
    expect(await as.call(payments.queryOrder, { order_no })).toMatchObject({ status: 3 })
    expect(await scene.entryRow(id)).toMatchObject({
      winner_fee_status: 4,
      package_code: 'essentiel',
    })
  },
)

test('no offer, an ended offer and an unknown package are refused', async () => {
  const none = await winner({ winner_fee_status: 0 })
  const ended = await winner({ offer_expires_at: build.at(-1) })
  const open = await winner()

  const answers = [
    await none.as.answer(payments.winnerPackageFeePayment, request(none.id, 'signature')),
    await ended.as.answer(payments.winnerPackageFeePayment, request(ended.id, 'signature')),
    await open.as.answer(payments.winnerPackageFeePayment, request(open.id, 'platinum')),
    await open.as.answer(payments.getAwardedQrcode, { apply_order_id: open.id }),
  ]

  expect(answers).toMatchObject([
    { code: 409, data: { reason: 'NO_OFFER' } },
    { code: 410, data: { reason: 'OFFER_ENDED' } },
    { code: 422, msg: { package_code: ['Choose one of essentiel, signature'] } },
    { code: 409, data: { reason: 'NO_PACKAGE' } },
  ])
})

test('the chair waives a package with a reason; idempotent', async () => {
  proves('call judge/changeWinnerPackageFeeStatus')
  const { id } = await winner()
  const chair = scene.as(await build.juror(1))
  const { version } = await scene.entryRow(id)
  const wanted = { apply_order_id: id, status: 4, version }

  const silent = await chair.answer(judge.changeWinnerPackageFeeStatus, wanted)
  const reasoned = { ...wanted, reason: 'Guest of the programme' }
  const changed = await chair.call(judge.changeWinnerPackageFeeStatus, reasoned)
  const again = { ...reasoned, version: changed.version }

  expect(silent).toMatchObject({ code: 422, msg: { reason: [expect.any(String)] } })
  expect(changed).toMatchObject({ status: 4, changed: true })
  expect(await chair.call(judge.changeWinnerPackageFeeStatus, again)).toMatchObject({
    status: 4,
    changed: false,
  })
})

test('a transfer for a package is confirmed after its order has closed and the offer has ended', async () => {
  const { id, as } = await winner({ offer_expires_at: build.at(5) })
  const { order_no, amount } = await as.call(payments.winnerPackageFeePayment, {
    ...request(id, 'signature'),
    channel: 'bank_transfer' as const,
  })
  scene.setTime(build.at(11))
  await reconcileOrders(paymentContext(scene.context).core)
  await expireOffers(db, scene.context.clock())
  const { version, winner_fee_status } = await scene.entryRow(id)
  expect(winner_fee_status).toBe(9)

  const value_date = build.at(-1).toISOString().slice(0, 10)
  const evidence = { amount_minor: amount, value_date, reference: `VIR ${order_no}` }
  const change = { apply_order_id: id, status: 3, version, evidence }
  const chair = scene.as(await build.juror(1))
  await chair.call(judge.changeWinnerPackageFeeStatus, change)
  scene.setTime(new Date())

  expect(await scene.entryRow(id)).toMatchObject({
    winner_fee_status: 3,
    package_code: 'signature',
  })
  expect(await scene.orders(id)).toMatchObject([{ order_no, status: 2, is_late: true }])
})

test('a student pays the part of a package that the season says', async () => {
  const student = await build.section({ code: 'student' })
  await db
    .updateTable('editions')
    .set({ student_package_percent: 40 })
    .where('id', '=', edition.id)
    .execute()
  const { id, as } = await winner({ section_id: student.id })
  const { packages } = await as.call(payments.getWinnerPackageFeePaymentChannel, {
    apply_order_id: id,
  })
  expect(packages[1]).toMatchObject({ code: 'signature', amount_ht: 31_600 })
})

test('gala seats are taxed where the gala takes place, for every buyer', async () => {
  await db
    .updateTable('winner_package_prices')
    .set({ event_amount_minor: 12_000 })
    .where('amount_minor', '=', 79_000)
    .execute()
  const { id, as } = await winner()
  const abroad = { kind: 'business' as const, country: 'CH', tax_id: 'CHE-1' }
  const { packages } = await as.call(payments.getWinnerPackageFeePaymentChannel, {
    apply_order_id: id,
    ...abroad,
  })
  const started = await as.call(payments.winnerPackageFeePayment, {
    ...request(id, 'signature'),
    billing: { ...CONSUMER, ...abroad },
  })

  const vat_lines = [
    { rate_percent: 0, net_minor: 67_000, vat_minor: 0, mention: expect.stringContaining('259-1') },
    { rate_percent: 20, net_minor: 12_000, vat_minor: 2_400, mention: null },
  ]
  expect(packages[1]).toMatchObject({ amount_ht: 79_000, amount: 81_400, vat_lines })
  expect(started.amount).toBe(81_400)
  const [order] = await scene.orders(id)
  expect(order?.quote).toMatchObject({ vat_lines, event_amount_ht: 12_000 })
})

test('a package above the shown price is refused', async () => {
  const { id, as } = await winner()
  const wanted = request(id, 'signature')

  const dearer = await as.answer(payments.winnerPackageFeePayment, { ...wanted, amount: 79_000 })
  expect(dearer).toMatchObject({ code: 410, data: { reason: 'PRICE_CHANGED', amount: 94_800 } })
  expect(await scene.orders(id)).toEqual([])
  const started = await as.call(payments.winnerPackageFeePayment, { ...wanted, amount: 94_800 })
  expect(started.amount).toBe(94_800)
})

test('offers expire, declined ones included, except with an open order', async () => {
  const ended = { offer_expires_at: build.at(-1) }
  const offered = await winner(ended)
  const declined = await winner({ ...ended, winner_fee_status: 5 })
  const paying = await winner({ ...ended, winner_fee_status: 2 })
  const open = await winner({ offer_expires_at: build.at(1) })

  await expireOffers(db, scene.context.clock())
  await expireOffers(db, scene.context.clock())

  const statusOf = async ({ id }: { id: string }) => (await scene.entryRow(id)).winner_fee_status
  expect(await Promise.all([offered, declined, paying, open].map(statusOf))).toEqual([9, 9, 2, 1])
  const events = await db
    .selectFrom('entry_events')
    .select('code')
    .where('apply_order_id', '=', offered.id)
    .where('code', '=', 'offer_expired')
    .execute()
  expect(events).toHaveLength(1)
})
