import { documents, entries, entriesAdded, judge, money, payments } from '@awards/shared/contract'
import { paymentsAdded } from '@awards/shared/contract'
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'
import { pdfText } from '../../../../test/read-pdf.ts'
import { until } from '../../../../test/waiting.ts'
import type { InvoiceDocument } from '../../documents/documents.types.ts'
import { reconcileOrders } from '../orders/reconcile.ts'
import { paymentContext } from '../payments.routes.ts'
import { runRefunds } from '../refunds/refunds.ts'

const scene = await paymentScene()
const { build, db, wallet, context, app } = scene
const { core } = paymentContext(context)
const chair = await build.juror(1)
const asChair = scene.as(chair)
const NOW = new Date()
const VALUE_DATE = NOW.toISOString().slice(0, 10)
const STUDIO = {
  ...CONSUMER,
  kind: 'business' as const,
  name: 'Atelier Sillon',
  siren: '732829320',
}
let reference = 0
afterAll(() => scene.stop())
beforeEach(() => {
  scene.setTime(NOW)
  scene.mails.length = 0
  scene.relayed.length = 0
})

/** A new entrant with submitted works, of projects of their own. */
async function studio(count: number) {
  const entrant = await build.user()
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    ids.push((await build.entry(entrant, { entry_status: 10, title: `Ondine ${index + 1}` })).id)
  }
  return { entrant, as: scene.as(entrant), ids }
}
type Studio = Awaited<ReturnType<typeof studio>>

async function quoted({ as }: Pick<Studio, 'as'>, apply_order_ids: string[], code?: string) {
  const { quote } = await as.call(paymentsAdded.getBasketFee, { apply_order_ids, code })
  if (!quote) throw new Error('no quote')
  return quote
}

async function pay(
  one: Pick<Studio, 'as'>,
  apply_order_ids: string[],
  channel: 'bank_transfer' | 'wechat_native' = 'bank_transfer',
  billing: typeof STUDIO | typeof CONSUMER = STUDIO,
) {
  const { quote_id } = await quoted(one, apply_order_ids)
  return one.as.call(paymentsAdded.basketPayment, { apply_order_ids, channel, quote_id, billing })
}

async function byHand(id: string, status: number, more: object = {}) {
  const { version } = await scene.entryRow(id)
  return scene
    .as(chair)
    .call(judge.changeEntryFeeStatus, { apply_order_id: id, status, version, ...more })
}

const confirm = (id: string, amount_minor: number) =>
  byHand(id, 2, {
    evidence: { amount_minor, value_date: VALUE_DATE, reference: `VIR ${(reference += 1)}` },
  })

const feesOf = async (ids: readonly string[]) => {
  const rows = await Promise.all(ids.map(scene.entryRow))
  return rows.map((row) => row.entry_fee_status)
}

const papersOf = async (order_no: string) => {
  const rows = await db
    .selectFrom('invoices')
    .select(['number', 'kind', 'document', 'facturx_xml'])
    .where('order_no', '=', order_no)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, document: row.document as unknown as InvoiceDocument }))
}

async function bookRows(kind: 'invoices' | 'ledger', order_no: string) {
  const period = { from: VALUE_DATE, to: build.at(2).toISOString().slice(0, 10) }
  const { url } = await asChair.call(money.exportBooks, { kind, ...period })
  const text = (await app.inject({ url })).rawPayload.toString('utf8')
  return text.split('\r\n').filter((line) => line.includes(order_no))
}

test('the basket lists what is due, and prices all of it', async () => {
  proves('call apply/getBasketFee')
  const { as, ids, entrant } = await studio(3)
  await build.entry(entrant, { entry_status: 0, title: 'A draft' })
  await build.entry(entrant, { entry_status: 20, title: 'Paid already' })

  const { works, quote } = await as.call(paymentsAdded.getBasketFee, {})

  expect(works.map(({ apply_order_id, title }) => [apply_order_id, title])).toEqual([
    [ids[0], 'Ondine 1'],
    [ids[1], 'Ondine 2'],
    [ids[2], 'Ondine 3'],
  ])
  expect(quote).toMatchObject({ amount_ht: 78_000, vat_amount: 15_600, amount: 93_600 })
  expect(quote?.lines).toMatchObject(
    ids.map((apply_order_id) => ({ apply_order_id, amount: 31_200 })),
  )
})

test('of a project, the first work of the basket has the full price', async () => {
  const { as, ids } = await studio(3)
  const { project_id } = await scene.entryRow(ids[0] ?? '')
  for (const id of ids) {
    const { id: category_id } = await build.category()
    await db
      .updateTable('apply_orders')
      .set({ project_id, category_id })
      .where('id', '=', id)
      .execute()
  }

  const { lines, amount } = await quoted({ as }, ids)

  expect(lines.map(({ kind, amount_ht }) => [kind, amount_ht])).toEqual([
    ['first', 26_000],
    ['additional', 14_000],
    ['additional', 14_000],
  ])
  expect(amount).toBe(64_800)
})

test('a code reduces as many works as it has uses left, and frees them when the order closes', async () => {
  const { as, ids } = await studio(3)
  const code = `STUDIO${Date.now()}`
  await db
    .insertInto('codes')
    .values({ code, kind: 'entrant_invite', discount_percent: 33, max_uses: 2, is_active: true })
    .execute()

  const { lines, vat_amount, amount_ht } = await quoted({ as }, ids, code)
  expect(lines.map((line) => [line.amount_ht, line.code])).toEqual([
    [17_420, code],
    [17_420, code],
    [26_000, null],
  ])
  expect(lines.reduce((sum, line) => sum + line.vat_amount, 0)).toBe(vat_amount)
  expect(vat_amount).toBe(Math.round(amount_ht * 0.2))

  const { quote_id } = await quoted({ as }, ids, code)
  const request = { apply_order_ids: ids, quote_id, channel: 'bank_transfer' as const }
  await as.call(paymentsAdded.basketPayment, { ...request, billing: CONSUMER })
  const redeemed = async () =>
    (
      await db
        .selectFrom('codes')
        .select('redeemed')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
    ).redeemed
  expect(await redeemed()).toBe(2)

  // Another selection takes the place of the order, which frees its uses.
  await pay({ as }, ids.slice(2))
  expect(await redeemed()).toBe(0)
})

test('a work of somebody else, a draft and a stale price are refused, and nothing is opened', async () => {
  proves('call apply/basketPayment')
  const { as, ids } = await studio(2)
  const other = await studio(1)
  const foreign = [...ids, ...other.ids]
  expect(await as.answer(paymentsAdded.getBasketFee, { apply_order_ids: foreign })).toMatchObject({
    code: 404,
  })
  const { quote_id } = await quoted({ as }, ids)
  const terms = { quote_id, channel: 'bank_transfer' as const, billing: CONSUMER }
  expect(
    await as.answer(paymentsAdded.basketPayment, { ...terms, apply_order_ids: foreign }),
  ).toMatchObject({ code: 404 })
  // The price was of two works.
  expect(
    await as.answer(paymentsAdded.basketPayment, { ...terms, apply_order_ids: ids.slice(1) }),
  ).toMatchObject({ code: 410, data: { reason: 'QUOTE_EXPIRED', quote: { amount: 31_200 } } })
  scene.setTime(new Date(NOW.getTime() + 31 * 60_000))
  expect(
    await as.answer(paymentsAdded.basketPayment, { ...terms, apply_order_ids: ids }),
  ).toMatchObject({ code: 410, data: { reason: 'QUOTE_EXPIRED', quote: { amount: 62_400 } } })
  expect(await scene.orders(ids[0] ?? '')).toEqual([])
})

test('works that need no payment any more leave the price; paying them names them', async () => {
  const { as, ids } = await studio(4)
  const [due = '', twice = '', paid = '', gone = ''] = ids
  const { quote_id } = await quoted({ as }, ids)
  const terms = { quote_id, channel: 'bank_transfer' as const, billing: CONSUMER }
  await db
    .updateTable('apply_orders')
    .set({ entry_fee_status: 2, entry_status: 20 })
    .where('id', '=', paid)
    .execute()
  await db.updateTable('apply_orders').set({ entry_status: 91 }).where('id', '=', gone).execute()

  const price = await as.call(paymentsAdded.getBasketFee, {
    apply_order_ids: [gone, twice, due, twice, paid],
  })
  expect(price.works.map(({ apply_order_id }) => apply_order_id)).toEqual([due, twice])
  expect(price.quote?.lines.map((line) => line.apply_order_id)).toEqual([due, twice])
  expect(
    await as.answer(paymentsAdded.basketPayment, { ...terms, apply_order_ids: ids }),
  ).toMatchObject({ code: 409, data: { reason: 'BASKET_CHANGED', settled: [paid, gone] } })

  // Of settled works alone there is no price, and the others are offered.
  const settled = { apply_order_ids: [paid, gone] }
  expect(await as.call(paymentsAdded.getBasketFee, settled)).toMatchObject({
    works: [{ apply_order_id: due }, { apply_order_id: twice }],
    quote: null,
  })
  expect(await as.answer(paymentsAdded.basketPayment, { ...terms, ...settled })).toMatchObject({
    code: 409,
    data: { reason: 'ALREADY_PAID' },
  })
  for (const id of ['999999999999', 'ondine']) {
    const { code } = await as.answer(paymentsAdded.getBasketFee, { apply_order_ids: [due, id] })
    expect([404, 422]).toContain(code)
  }
  expect(await scene.orders(due)).toEqual([])
})

test('outside the periods of fees a basket has no price, and says when it has one again', async () => {
  const { as, ids } = await studio(2)
  scene.setTime(build.at(26))
  expect(await as.answer(paymentsAdded.getBasketFee, { apply_order_ids: ids })).toMatchObject({
    code: 423,
    data: { reason: 'FEE_WINDOW' },
  })
})

test('two windows that pay the same basket by one way share its order; what follows a payment is refused', async () => {
  const one = await studio(2)
  const [first = ''] = one.ids
  const { quote_id } = await quoted(one, one.ids)
  const terms = { apply_order_ids: one.ids, quote_id, billing: CONSUMER }
  const transfer = { ...terms, channel: 'bank_transfer' as const }
  const [here, there] = await Promise.all([
    one.as.call(paymentsAdded.basketPayment, transfer),
    one.as.call(paymentsAdded.basketPayment, transfer),
  ])
  expect(there.order_no).toBe(here.order_no)

  await confirm(first, here.amount)
  expect(await one.as.answer(paymentsAdded.basketPayment, transfer)).toMatchObject({
    code: 409,
    data: { reason: 'ALREADY_PAID' },
  })
  expect(await scene.orders(first)).toHaveLength(1)
})

test('a code that runs out in the basket is refused by name, and the price that follows is without it', async () => {
  const { as, ids } = await studio(2)
  const code = `SHORT${Date.now()}`
  const valid_until = new Date(NOW.getTime() + 20 * 60_000)
  await db
    .insertInto('codes')
    .values({ code, kind: 'entrant_invite', discount_percent: 10, is_active: true, valid_until })
    .execute()
  const { quote_id, amount } = await quoted({ as }, ids, code)
  expect(amount).toBe(56_160)
  scene.setTime(new Date(NOW.getTime() + 31 * 60_000))
  expect(await as.answer(paymentsAdded.getBasketFee, { apply_order_ids: ids, code })).toMatchObject(
    { code: 410, data: { reason: 'CODE_OVER' } },
  )
  const terms = { quote_id, channel: 'bank_transfer' as const, billing: CONSUMER }
  expect(
    await as.answer(paymentsAdded.basketPayment, { ...terms, apply_order_ids: ids }),
  ).toMatchObject({
    code: 410,
    data: { reason: 'QUOTE_EXPIRED', quote: { code: null, amount: 62_400 } },
  })
})

test('a work of the basket that a code makes free leaves the order that it had', async () => {
  const one = await studio(2)
  const [free = '', due = ''] = one.ids
  const code = `FREE${free}`
  await db
    .insertInto('codes')
    .values({ code, kind: 'entrant_invite', discount_percent: 100, max_uses: 1 })
    .execute()
  const alone = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: free })
  const { quote_id, amount } = await quoted(one, one.ids, code)
  const terms = { apply_order_ids: one.ids, quote_id, billing: CONSUMER }
  await one.as.call(paymentsAdded.basketPayment, { ...terms, channel: 'bank_transfer' })

  expect(amount).toBe(31_200)
  expect(await feesOf([free, due])).toEqual([3, 4])
  expect(await one.as.call(payments.queryOrder, { order_no: alone.order_no })).toMatchObject({
    status: 3,
  })
})

test.each(['dear', 'free'])(
  'a %s work whose code turns out to be paid is named, and the others can still be paid',
  async (price) => {
    const one = await studio(2)
    const [settled = '', due = ''] = one.ids
    const code = `PAID${settled}`
    await db
      .insertInto('codes')
      .values({ code, kind: 'entrant_invite', discount_percent: 100, max_uses: 1 })
      .execute()
    const { quote_id } = await quoted(one, one.ids, price === 'free' ? code : undefined)
    const { code_url } = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: settled })
    wallet.setChaos({ notify: 'drop' })
    wallet.pay(code_url)
    const answer = await one.as.answer(paymentsAdded.basketPayment, {
      apply_order_ids: one.ids,
      channel: 'bank_transfer',
      quote_id,
      billing: CONSUMER,
    })
    wallet.setChaos({})

    expect(answer).toMatchObject({
      code: 409,
      data: { reason: 'BASKET_CHANGED', settled: [settled] },
    })
    expect(await feesOf(one.ids)).toEqual([2, 0])
    expect((await pay(one, [due])).amount).toBe(31_200)
  },
)

test('a basket replaces the orders of its works, and a single payment replaces the basket', async () => {
  const { as, ids } = await studio(2)
  const [first = '', second = ''] = ids
  const alone = await as.call(payments.getEntryFeeQrcode, { apply_order_id: first })
  const basket = await pay({ as }, ids)
  expect(await as.call(payments.queryOrder, { order_no: alone.order_no })).toMatchObject({
    status: 3,
  })
  expect(await feesOf(ids)).toEqual([4, 4])

  await as.call(payments.getEntryFeeQrcode, { apply_order_id: second })
  expect(await as.call(payments.queryOrder, { order_no: basket.order_no })).toMatchObject({
    status: 3,
  })
  expect(await feesOf(ids)).toEqual([0, 1])
})

test('one wallet payment settles every work, with one invoice and one mail', async () => {
  const one = await studio(3)
  const { order_no, action, amount } = await pay(one, one.ids, 'wechat_native')
  expect(amount).toBe(93_600)
  if (action.type !== 'qrcode') throw new Error('no QR code')
  wallet.pay(action.code_url)
  await until(async () => (await feesOf(one.ids)).every((status) => status === 2))
  await context.jobs.drain()

  expect(await one.as.call(payments.queryOrder, { order_no })).toMatchObject({
    status: 2,
    is_fee_settled: true,
    lines: one.ids.map((apply_order_id) => ({ apply_order_id, amount: 31_200, status: 2 })),
  })
  const [invoice, ...others] = await papersOf(order_no)
  expect(others).toEqual([])
  expect(invoice?.document.lines).toHaveLength(3)
  const mails = scene.mails.filter(({ to }) => to === one.entrant.email)
  expect(mails.filter(({ text }) => text.includes('Ondine 3'))).toHaveLength(1)
  // Each work leads to the same invoice.
  const urls = await Promise.all(
    one.ids.map((id) => one.as.call(documents.printEntryFeeInvoice, { apply_order_id: id })),
  )
  const texts = await Promise.all(
    urls.map(async ({ url }) => pdfText((await app.inject({ url })).rawPayload)),
  )
  for (const text of texts) expect(text).toContain(invoice?.number)
})

test('S26: of four works one is waived before the transfer and one withdrawn after it; books, papers and tax agree', async () => {
  proves('story S26')
  const one = await studio(4)
  const [first = '', waived = '', withdrawn = '', last = ''] = one.ids
  const { order_no, amount } = await pay(one, one.ids)
  expect(amount).toBe(124_800)
  expect(await feesOf(one.ids)).toEqual([4, 4, 4, 4])

  await byHand(waived, 3, { reason: 'Invited by the jury' })
  expect(await feesOf(one.ids)).toEqual([4, 3, 4, 4])
  await confirm(first, amount)
  await context.jobs.drain()
  expect(await feesOf(one.ids)).toEqual([2, 3, 2, 2])

  // The line of the waived work goes back; a person sends it, since no provider can.
  const { refunds, open_alerts, lines } = await asChair.call(money.payment, { order_no })
  expect(lines?.map((line) => line.status)).toEqual([2, 5, 2, 2])
  expect(refunds).toMatchObject([{ amount_minor: 31_200, is_automatic: true }])
  expect(open_alerts).toMatchObject([{ code: 'DUPLICATE' }])
  const back = { out_refund_no: refunds[0]?.out_refund_no ?? '', value_date: VALUE_DATE }
  await asChair.call(money.confirmRefund, { ...back, reference: `OUT 1 ${order_no}` })

  const removal = { apply_order_id: withdrawn, confirmed: true as const }
  expect(await one.as.call(entries.deleteEntry, removal)).toMatchObject({ refund: 'requested' })
  const asked = await asChair.call(money.payment, { order_no })
  const own = asked.refunds.find((refund) => !refund.is_automatic)
  expect(own).toMatchObject({ amount_minor: 31_200 })
  await asChair.call(money.confirmRefund, {
    out_refund_no: own?.out_refund_no ?? '',
    value_date: VALUE_DATE,
    reference: `OUT 2 ${order_no}`,
  })
  await context.jobs.drain()
  expect(await feesOf(one.ids)).toEqual([2, 3, 6, 2])
  expect(await one.as.call(payments.queryOrder, { order_no })).toMatchObject({
    status: 2,
    refunded: 62_400,
    lines: [{ status: 2 }, { status: 6 }, { status: 6 }, { status: 2 }],
  })

  const [invoice, note, ...others] = await papersOf(order_no)
  expect(others).toEqual([])
  expect(invoice).toMatchObject({ kind: 'invoice', document: { gross: 93_600, vat: 15_600 } })
  expect(invoice?.document.lines.map((line) => line.apply_order_id)).toEqual([
    first,
    withdrawn,
    last,
  ])
  expect(note).toMatchObject({ kind: 'credit_note', document: { gross: -31_200, vat: -5_200 } })
  expect(note?.document.lines).toMatchObject([{ apply_order_id: withdrawn, net: -26_000 }])
  for (const paper of [invoice, note]) {
    expect((await validateXsd(paper?.facturx_xml ?? '', Profile.EN16931)).errors).toEqual([])
  }
  const { url } = await one.as.call(documents.printEntryFeeInvoice, { apply_order_id: last })
  const pdf = (await app.inject({ url })).rawPayload
  const { xml } = await extractXml(pdf)
  expect(xml).toBe(invoice?.facturx_xml)
  expect(await pdfText(pdf)).toContain('Ondine 4')

  const ledger = await bookRows('ledger', order_no)
  expect(ledger).toHaveLength(3)
  expect(ledger.join('\n')).toContain('1248,00')
  expect(ledger.filter((line) => line.includes('312,00'))).toHaveLength(2)
  const book = await bookRows('invoices', order_no)
  expect(book).toHaveLength(2)
})

test('a basket names a work that it has paid, so that its invoice opens and not that of another order', async () => {
  proves('call pdf/printEntryFeeInvoice')
  const one = await studio(2)
  const [alone = '', paid = ''] = one.ids
  const basket = await pay(one, one.ids)
  const { code_url } = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: alone })
  wallet.pay(code_url)
  await until(async () => (await feesOf([alone]))[0] === 2)
  await confirm(paid, basket.amount)
  await context.jobs.drain()
  expect(await feesOf(one.ids)).toEqual([2, 2])

  const work = { apply_order_id: paid, entry_no: (await scene.entryRow(paid)).entry_no }
  const { order_no } = basket
  const ofEntrant = await one.as.call(payments.queryOrder, { order_no })
  const ofChair = await asChair.call(money.payment, { order_no })
  const { list } = await asChair.call(money.paymentList, { keyword: order_no })
  const [invoice] = await papersOf(order_no)
  for (const row of [ofEntrant, ofChair, ...list]) {
    expect(row).toMatchObject({ ...work, title: 'Ondine 2', invoice_no: invoice?.number })
    const { apply_order_id } = row
    const file = await one.as.call(documents.printEntryFeeInvoice, { apply_order_id })
    expect(file.number).toBe(invoice?.number)
  }
  expect(list).toHaveLength(1)
})

test('the e-reporting of a consumer has what was sold: not the line that went back', async () => {
  const one = await studio(2)
  const [first = '', waived = ''] = one.ids
  const { order_no, amount } = await pay(one, one.ids, 'bank_transfer', CONSUMER)
  await byHand(waived, 3, { reason: 'Invited by the jury' })
  const before = await consumerTotals()
  await confirm(first, amount)
  const { refunds } = await asChair.call(money.payment, { order_no })
  await asChair.call(money.confirmRefund, {
    out_refund_no: refunds[0]?.out_refund_no ?? '',
    value_date: VALUE_DATE,
    reference: `OUT 3 ${order_no}`,
  })
  await context.jobs.drain()
  const after = await consumerTotals()
  expect(after.sales - before.sales).toBe(31_200)
  expect(after.payments - before.payments).toBe(31_200)
})

/** Gross of the consumers' sales (10.3) and payments (10.4) of the e-reporting, in cents. */
async function consumerTotals() {
  const period = { from: VALUE_DATE, to: build.at(2).toISOString().slice(0, 10) }
  const { url } = await asChair.call(money.exportBooks, { kind: 'e_reporting', ...period })
  const text = (await app.inject({ url })).rawPayload.toString('utf8')
  const sum = (flow: string) =>
    text
      .split('\r\n')
      .map((line) => line.split(';'))
      .filter(([first]) => first === flow)
      .reduce((total, cells) => total + Math.round(Number(cells[10]?.replace(',', '.')) * 100), 0)
  return { sales: sum('10.3'), payments: sum('10.4') }
}

test('a chair refunds one work of a basket, and has to say which', async () => {
  const one = await studio(2)
  const [first = '', second = ''] = one.ids
  const { order_no, amount } = await pay(one, one.ids)
  await confirm(first, amount)
  await context.jobs.drain()
  const request = { order_no, amount_minor: 31_200, reason: 'Entered twice by mistake' }

  expect(await asChair.answer(money.refundPayment, request)).toMatchObject({
    code: 422,
    msg: { apply_order_id: ['This payment is for several works. Choose the one to refund'] },
  })
  expect(
    await asChair.answer(money.refundPayment, {
      ...request,
      apply_order_id: second,
      amount_minor: 31_201,
    }),
  ).toMatchObject({ code: 409, data: { reason: 'REFUND_TOO_MUCH', refundable: 31_200 } })
  const { out_refund_no } = await asChair.call(money.refundPayment, {
    ...request,
    apply_order_id: second,
  })
  expect(await feesOf(one.ids)).toEqual([2, 5])
  await asChair.call(money.confirmRefund, {
    out_refund_no,
    value_date: VALUE_DATE,
    reference: `OUT 4 ${order_no}`,
  })
  expect(await feesOf(one.ids)).toEqual([2, 6])
  // The desk finds the payment by each of its works.
  const { entry_no: keyword } = await scene.entryRow(second)
  const { list } = await asChair.call(money.paymentList, { keyword })
  expect(list).toMatchObject([{ order_no, lines: [{ status: 2 }, { status: 6 }] }])
  expect(await asChair.call(money.payment, { order_no })).toMatchObject({
    status: 2,
    refundable: 31_200,
    refundable_of: [
      { apply_order_id: first, amount: 31_200 },
      { apply_order_id: second, amount: 0 },
    ],
  })
})

test('the refused automatic refund of one work is asked for again at the desk', async () => {
  const one = await studio(2)
  const [first = '', waived = ''] = one.ids
  const { order_no, action } = await pay(one, one.ids, 'wechat_native')
  if (action.type !== 'qrcode') throw new Error('no QR code')
  await db
    .updateTable('apply_orders')
    .set({ entry_fee_status: 3 })
    .where('id', '=', waived)
    .execute()
  wallet.pay(action.code_url)
  await until(async () => (await feesOf([first]))[0] === 2)
  const shown = () => asChair.call(money.payment, { order_no })
  expect(await shown()).toMatchObject({
    refunds: [{ is_automatic: true, status: 'requested' }],
    refundable_of: [
      { apply_order_id: first, amount: 31_200 },
      { apply_order_id: waived, amount: 0 },
    ],
  })
  wallet.setChaos({ refundEnds: 'CLOSED' })
  await until(async () => {
    await runRefunds(core)
    return (await shown()).refunds[0]?.status === 'failed'
  })
  wallet.setChaos({})

  const failed = await shown()
  expect(failed.open_alerts.map(({ code }) => code)).toContain('REFUND_FAILED')
  expect(failed.refundable_of).toEqual([
    { apply_order_id: first, amount: 31_200 },
    { apply_order_id: waived, amount: 31_200 },
  ])
  const request = { order_no, amount_minor: 31_200, reason: 'The wallet refused it' }
  const again = await asChair.call(money.refundPayment, { ...request, apply_order_id: waived })
  expect(again.out_refund_no).toBe(failed.refunds[0]?.out_refund_no)
  expect(await shown()).toMatchObject({ refunds: [{ status: 'requested' }], refundable: 31_200 })
  expect(await feesOf(one.ids)).toEqual([2, 3])
})

test('a consumer withdraws from one work of a basket; the other stays paid', async () => {
  const one = await studio(2)
  const [first = '', second = ''] = one.ids
  const { order_no, action } = await pay(one, one.ids, 'wechat_native', CONSUMER)
  if (action.type !== 'qrcode') throw new Error('no QR code')
  wallet.pay(action.code_url)
  await until(async () => (await feesOf(one.ids)).every((status) => status === 2))

  const { contracts } = await one.as.call(entriesAdded.withdrawals, {})
  expect(contracts).toMatchObject([
    { order_no, apply_order_id: first, amount: 31_200, refusal: null },
    { order_no, apply_order_id: second, amount: 31_200, refusal: null },
  ])
  const contract = { order_no, apply_order_id: second, confirmed: true as const }
  expect(await one.as.call(entriesAdded.withdrawal, contract)).toMatchObject({
    withdrawal: { reference: `W-${order_no}-2` },
  })
  await until(async () => {
    await runRefunds(core)
    return (await feesOf([second]))[0] === 6
  })
  expect(await feesOf(one.ids)).toEqual([2, 6])
  const further = await one.as.call(entriesAdded.withdrawals, {})
  expect(further.contracts).toMatchObject([{ refusal: null }, { refusal: 'withdrawn' }])
})

test('a transfer for several works that comes after its order has closed settles those that are due', async () => {
  const [whole, part] = [await studio(2), await studio(2)]
  const orders = [await pay(whole, whole.ids), await pay(part, part.ids)]
  scene.setTime(build.at(26))
  await reconcileOrders(core)
  expect(await feesOf([...whole.ids, ...part.ids])).toEqual([0, 0, 0, 0])
  const [first = '', waived = ''] = part.ids
  await byHand(waived, 3, { reason: 'Invited by the jury' })

  await confirm(whole.ids[1] ?? '', 62_400)
  await confirm(first, 62_400)
  await context.jobs.drain()

  expect(await feesOf([...whole.ids, ...part.ids])).toEqual([2, 2, 2, 3])
  const [all, some] = orders.map(({ order_no }) => order_no)
  for (const order_no of [all, some]) expect(await papersOf(order_no ?? '')).toHaveLength(1)
  const shown = (order_no = '') => scene.as(chair).call(money.payment, { order_no })
  expect(await shown(all)).toMatchObject({ is_late: true, lines: [{ status: 2 }, { status: 2 }] })
  expect(await shown(some)).toMatchObject({
    lines: [{ status: 2 }, { status: 5 }],
    refunds: [{ amount_minor: 31_200, is_automatic: true }],
  })
})

test('a transfer that also pays works outside the panel is confirmed by a chair of all of them', async () => {
  const one = await studio(2)
  const elsewhere = await build.category()
  await db
    .updateTable('apply_orders')
    .set({ category_id: elsewhere.id })
    .where('id', '=', one.ids[1] ?? '')
    .execute()
  await db.deleteFrom('juror_categories').where('category_id', '=', elsewhere.id).execute()
  const { amount } = await pay(one, one.ids)
  await expect(confirm(one.ids[0] ?? '', amount)).rejects.toThrow('outside your panel')
  expect(await feesOf(one.ids)).toEqual([4, 4])
})

test('an invoice of thirty works has a line for each, on as many pages as they need', async () => {
  const one = await studio(30)
  const { order_no, amount } = await pay(one, one.ids)
  await confirm(one.ids[0] ?? '', amount)
  await context.jobs.drain()
  const [invoice] = await papersOf(order_no)
  expect(invoice?.document.lines).toHaveLength(30)
  const { url } = await one.as.call(documents.printEntryFeeInvoice, {
    apply_order_id: one.ids[29] ?? '',
  })
  const pdf = (await app.inject({ url })).rawPayload
  const text = await pdfText(pdf)
  for (let index = 1; index <= 30; index += 1) expect(text).toContain(`Ondine ${index} »`)
  expect(text).toContain('Total TTC')
  const more = await studio(31)
  expect(
    await more.as.answer(paymentsAdded.getBasketFee, { apply_order_ids: more.ids }),
  ).toMatchObject({ code: 422 })
})
