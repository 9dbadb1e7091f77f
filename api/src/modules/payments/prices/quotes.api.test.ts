import { account, entriesAdded, payments } from '@awards/shared/contract'
import { dayIn, momentIn } from '@awards/shared/domain'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'

const scene = await paymentScene()
const { build, db, wallet } = scene
afterAll(() => scene.stop())

test('the price is that of the period and the tax that of the buyer', async () => {
  proves('call apply/getEntryFee')
  const { id, as } = await scene.unpaid()

  const quote = await as.call(payments.getEntryFee, { apply_order_id: id })

  expect(quote).toMatchObject({
    period: 'standard',
    kind: 'first',
    amount_ht: 26_000,
    vat_rate: 20,
    vat_amount: 5_200,
    amount: 31_200,
    currency: 'EUR',
    next_period: { name: 'late', amount: 36_000 },
  })
})

test('the lines of the price are in the language of the screen', async () => {
  const { id, as } = await scene.unpaid()
  const linesIn = async (language: string) => {
    const headers = { 'accept-language': language }
    const { data } = await as.answer(payments.getEntryFee, { apply_order_id: id }, headers)
    return (data as { breakdown: { label: string }[] }).breakdown.map(({ label }) => label)
  }
  const [english, french] = [await linesIn('en'), await linesIn('fr')]
  expect(french).toHaveLength(english.length)
  expect(french[0]).not.toBe(english[0])
})

test('a further category of a paid project costs less', async () => {
  const { entry, entrant } = await scene.unpaid()
  await db
    .updateTable('apply_orders')
    .set({ entry_status: 20, entry_fee_status: 2 })
    .where('id', '=', entry.id)
    .execute()
  const category = await build.category()
  const second = await build.entry(entrant, {
    entry_status: 10,
    project_id: entry.project_id,
    category_id: category.id,
  })

  const quote = await scene.as(entrant).call(payments.getEntryFee, { apply_order_id: second.id })

  expect(quote).toMatchObject({ kind: 'additional', amount_ht: 14_000 })
})

test.each([
  [{ country: 'DE', account_type: 2, vat_no: 'DE123', vat_validated_at: new Date() }, 20, null],
  [{ country: 'CN', account_type: 2, tax_id: '9111' }, 0, '259-1'],
  [{ country: 'CN' }, 20, null],
])('the tax of %j', async (account, rate, mention) => {
  const entrant = await build.user(account)
  const { id } = await build.entry(entrant, { entry_status: 10 })

  const quote = await scene.as(entrant).call(payments.getEntryFee, { apply_order_id: id })

  expect(quote.vat_rate).toBe(rate)
  if (mention) expect(quote.mention).toContain(mention)
  else expect(quote.mention).toBeNull()
})

test('a quote is good for 30 minutes, then a fresh one comes with the refusal', async () => {
  proves('call apply/entryFeePayment')
  const { id, as } = await scene.unpaid()
  const now = new Date()
  const quote = await as.call(payments.getEntryFee, { apply_order_id: id })
  const request = {
    apply_order_id: id,
    channel: 'bank_transfer' as const,
    quote_id: quote.quote_id,
    billing: CONSUMER,
  }

  scene.setTime(new Date(now.getTime() + 31 * 60_000))
  const late = await as.answer(payments.entryFeePayment, request)
  scene.setTime(new Date())

  expect(late).toMatchObject({
    code: 410,
    data: { reason: 'QUOTE_EXPIRED', quote: { amount: 31_200 } },
  })
  expect(await scene.orders(id)).toEqual([])
})

test('an order keeps its price when the period changes', async () => {
  const { id, as } = await scene.unpaid()
  scene.setMinutesAfter(scene.late.starts_at, -1)
  const first = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
  scene.setMinutesAfter(scene.late.starts_at, 13)
  const again = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
  const quote = await as.call(payments.getEntryFee, { apply_order_id: id })
  scene.setTime(new Date())

  expect(again).toMatchObject({ order_no: first.order_no, amount: 31_200 })
  expect(quote).toMatchObject({ period: 'late', amount: 36_000 })
})

test('an invoice address that changes the tax is shown before anybody pays', async () => {
  const { id, as } = await scene.unpaid()
  const { quote_id } = await as.call(payments.getEntryFee, { apply_order_id: id })
  const billing = { ...CONSUMER, kind: 'business' as const, country: 'CH', tax_id: 'CHE-1' }

  const answer = await as.answer(payments.entryFeePayment, {
    apply_order_id: id,
    channel: 'bank_transfer',
    quote_id,
    billing,
  })

  expect(answer).toMatchObject({
    code: 410,
    data: { reason: 'PRICE_CHANGED', quote: { amount: 26_000 } },
  })
})

test('a French business gives a SIREN that checks', async () => {
  const { id, as } = await scene.unpaid()
  const { quote_id } = await as.call(payments.getEntryFee, { apply_order_id: id })
  const billing = { ...CONSUMER, kind: 'business' as const, siren: '123456789' }

  const answer = await as.answer(payments.entryFeePayment, {
    apply_order_id: id,
    channel: 'bank_transfer',
    quote_id,
    billing,
  })

  expect(answer).toMatchObject({ code: 422, msg: { 'billing.siren': [expect.any(String)] } })
})

test('E15: the VAT number of a French business is that of its SIREN', async () => {
  const { id, as } = await scene.unpaid()
  const { quote_id } = await as.call(payments.getEntryFee, { apply_order_id: id })
  const company = { ...CONSUMER, kind: 'business' as const, siren: '732829320' }
  const paying = (vat_no: string) =>
    as.answer(payments.entryFeePayment, {
      apply_order_id: id,
      channel: 'bank_transfer',
      quote_id,
      billing: { ...company, vat_no },
    })

  expect(await paying('FR96552100554')).toMatchObject({
    code: 422,
    msg: { 'billing.vat_no': [expect.any(String)] },
  })
  expect(await paying('FR44732829320')).toMatchObject({ code: 200 })
})

test('E25: the address of a payment is kept in the account where the payer wants it', async () => {
  const { id, as } = await scene.unpaid()
  const quoted = await as.call(payments.getEntryFee, { apply_order_id: id })
  const pay = (name: string, keep_billing?: boolean) =>
    as.call(payments.entryFeePayment, {
      apply_order_id: id,
      channel: 'bank_transfer',
      quote_id: quoted.quote_id,
      billing: { ...CONSUMER, name, po_number: 'BC-14' },
      keep_billing,
    })

  await pay('Kept', true)
  expect((await as.call(account.profile, {})).billing).toEqual({ ...CONSUMER, name: 'Kept' })
  await pay('Once')
  expect((await as.call(entriesAdded.templates, {})).billing).toEqual({ ...CONSUMER, name: 'Kept' })
})

test('E24: the fee page and the code tell the rate of the day of the wallet', async () => {
  const { id, as } = await scene.unpaid()
  const offered = await as.call(payments.getEntryFeePaymentChannel, { apply_order_id: id })
  const rates = offered.map(({ channel, payer_rate }) => [channel, payer_rate?.rate])
  expect(Object.fromEntries(rates)).toMatchObject({ wechat_native: 7.8 })
  expect(rates.filter(([, rate]) => rate)).toHaveLength(1)

  const { order_no } = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
  const order = await as.call(payments.queryOrder, { order_no })
  expect(order.payer_rate).toMatchObject({ currency: 'CNY', rate: 7.8 })
})

test('a full discount settles the fee without an order', async () => {
  await db
    .insertInto('codes')
    .values({ code: 'I-FREE', kind: 'entrant_invite', discount_percent: 100, max_uses: 1 })
    .execute()
  const { id, as } = await scene.unpaid()
  const { quote_id, amount } = await as.call(payments.getEntryFee, {
    apply_order_id: id,
    code: 'I-FREE',
  })

  const started = await as.call(payments.entryFeePayment, {
    apply_order_id: id,
    channel: 'wechat_native',
    quote_id,
    billing: CONSUMER,
  })

  expect(amount).toBe(0)
  expect(started.action).toEqual({ type: 'none' })
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 3, entry_status: 20 })
  const { id: other, as: stranger } = await scene.unpaid()
  const used = await stranger.answer(payments.getEntryFee, {
    apply_order_id: other,
    code: 'I-FREE',
  })
  expect(used.code).toBe(410)
})

/** An entry whose fee is at an open order, and the quote of a code that pays all of it. */
async function freeWhileOpen(channel: 'wechat_native' | 'bank_transfer') {
  const payer = await scene.unpaid()
  const { id, as } = payer
  const code = `I-FREE${id}`
  await db
    .insertInto('codes')
    .values({ code, kind: 'entrant_invite', discount_percent: 100, max_uses: 1 })
    .execute()
  const terms = { apply_order_id: id, channel, billing: CONSUMER }
  const { quote_id } = await as.call(payments.getEntryFee, { apply_order_id: id })
  const { order_no } = await as.call(payments.entryFeePayment, { ...terms, quote_id })
  const free = await as.call(payments.getEntryFee, { apply_order_id: id, code })
  const settle = () => as.answer(payments.entryFeePayment, { ...terms, quote_id: free.quote_id })
  return { ...payer, code, order_no, settle }
}

test.each(['wechat_native', 'bank_transfer'] as const)(
  'a code that pays everything closes the open order by %s first',
  async (channel) => {
    const { id, as, order_no, settle } = await freeWhileOpen(channel)
    const [open] = await scene.orders(id)

    expect(await settle()).toMatchObject({ code: 200, data: { action: { type: 'none' } } })

    expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 3, entry_status: 20 })
    expect(await as.call(payments.queryOrder, { order_no })).toMatchObject({ status: 3 })
    if (open?.code_url) expect(wallet.pay(open.code_url)).toMatchObject({ ok: false })
  },
)

test('an order that was paid meanwhile wins over a code that pays everything', async () => {
  const { id, code, settle } = await freeWhileOpen('wechat_native')
  wallet.setChaos({ notify: 'drop' })
  const [open] = await scene.orders(id)
  wallet.pay(open?.code_url ?? '')
  const answer = await settle()
  wallet.setChaos({})

  expect(answer).toMatchObject({ code: 409, data: { reason: 'ALREADY_PAID' } })
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 2 })
  expect(await db.selectFrom('code_uses').where('code', '=', code).execute()).toEqual([])
})

test('foreign entries, drafts and closed windows are refused', async () => {
  proves('security 11')
  const { id, as } = await scene.unpaid()
  const draft = await scene.unpaid({ entry_status: 0 })
  const stranger = await build.user()

  expect((await scene.as(stranger).answer(payments.getEntryFee, { apply_order_id: id })).code).toBe(
    404,
  )
  expect(
    await draft.as.answer(payments.getEntryFeeQrcode, { apply_order_id: draft.id }),
  ).toMatchObject({ code: 409, data: { reason: 'NOT_SUBMITTED' } })
  scene.setTime(build.at(40))
  const closed = await as.answer(payments.getEntryFee, { apply_order_id: id })
  scene.setTime(new Date())
  expect(closed).toMatchObject({ code: 423, data: { reason: 'FEE_WINDOW' } })
})

test('fees that open at midnight are announced for that day where the programme is at home', async () => {
  const zone = 'Europe/Paris'
  const { id, as } = await scene.unpaid()
  const standard = () => db.updateTable('fee_periods').where('code', '=', 'standard')
  const day = dayIn(build.at(-20), zone)
  const midnight = new Date(momentIn(zone, `${day}T00:00:00`))
  await standard().set({ starts_at: midnight }).execute()
  scene.setMinutesAfter(midnight, -1)

  const closed = await as.answer(payments.getEntryFee, { apply_order_id: id })
  scene.setTime(new Date())
  await standard()
    .set({ starts_at: build.at(-20) })
    .execute()

  expect(closed).toMatchObject({
    code: 423,
    msg: `Fees of this edition cannot be paid at the moment. It opens again on ${day}.`,
    data: { next_starts_at: midnight.toISOString() },
  })
})

test('an entry submitted in the grace period can still be paid at the last price', async () => {
  const { id, as } = await scene.unpaid()
  const ask = async (minutes: number) => {
    scene.setMinutesAfter(scene.late.ends_at, minutes)
    return as.answer(payments.getEntryFee, { apply_order_id: id })
  }
  expect(await ask(29)).toMatchObject({ code: 200, data: { period: 'late', amount_ht: 30_000 } })
  expect(await ask(59)).toMatchObject({ code: 200, data: { period: 'late' } })
  expect(await ask(61)).toMatchObject({ code: 423, data: { reason: 'FEE_WINDOW' } })
  scene.setTime(new Date())
})

test('channels list which are open and the reason for the others', async () => {
  proves('call apply/getEntryFeePaymentChannel')
  const { id, as } = await scene.unpaid()

  const channels = await as.call(payments.getEntryFeePaymentChannel, { apply_order_id: id })

  expect(channels).toMatchObject([
    { channel: 'wechat_native', enabled: true, reason: null },
    { channel: 'card', enabled: false, reason: expect.stringContaining('not open') },
    { channel: 'bank_transfer', enabled: true, currency: 'EUR' },
  ])
})
