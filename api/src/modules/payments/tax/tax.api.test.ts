import { account, documents, payments, paymentsAdded } from '@awards/shared/contract'
import type { Billing } from '@awards/shared/contract'
import { PASSWORD } from '../../../../test/build.ts'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'
import { testVies } from '../../../../test/test-vies.ts'
import { until } from '../../../../test/waiting.ts'
import { ordersRepository } from '../orders/orders.repository.ts'
import { paymentContext } from '../payments.routes.ts'
import { requestRefundOf } from '../refunds/refund-request.ts'
import { applyRefund } from '../refunds/refunds.ts'
import { taxRecheck } from '../payment-jobs.ts'

const vies = await testVies()
const scene = await paymentScene(vies.environment)
const { build, db, wallet } = scene
afterAll(async () => {
  vies.stop()
  await scene.stop()
})
afterEach(() => {
  vies.setAway(false)
  vies.setWork(undefined)
  scene.setTime(new Date())
})

const HOUR = 3_600_000
const company = (country: string, more: Partial<Billing> = {}): Billing => ({
  ...CONSUMER,
  kind: 'business',
  name: 'Rad & Rohr GmbH',
  country,
  ...more,
})
const buyerOf = ({ kind, country, vat_no, tax_id }: Billing) => ({ kind, country, vat_no, tax_id })

type Payer = Awaited<ReturnType<typeof scene.unpaid>>

const quoteFor = ({ id, as }: Payer, billing: Billing) =>
  as.call(payments.getEntryFee, { apply_order_id: id, buyer: buyerOf(billing) })

const orderOf = ({ id }: Payer, quote_id: string, billing: Billing) => ({
  apply_order_id: id,
  channel: 'wechat_native' as const,
  quote_id,
  billing,
})

async function paid(payer: Payer, billing: Billing) {
  const { quote_id } = await quoteFor(payer, billing)
  const started = await payer.as.call(payments.entryFeePayment, orderOf(payer, quote_id, billing))
  if (started.action.type !== 'qrcode') throw new Error('no code')
  wallet.pay(started.action.code_url)
  await until(async () => (await scene.entryRow(payer.id)).entry_fee_status === 2)
  await scene.context.jobs.drain()
  return started
}

test('S25: an EU company with a valid number pays no tax, and its order keeps the proof', async () => {
  proves('story S25', 'call apply/getEntryFee', 'call apply/entryFeePayment')
  const payer = await scene.unpaid()
  const billing = company('DE', { vat_no: 'DE 136 695 901' })

  const quote = await quoteFor(payer, billing)
  const { amount } = await paid(payer, billing)

  expect(quote).toMatchObject({
    amount: 26_000,
    vat_rate: 0,
    vat_rule: 'eu_business_reverse_charge',
    mention: 'Autoliquidation - art. 283-2 CGI, art. 44 et 196 directive 2006/112/CE',
    vat_lines: [{ rate_percent: 0, net_minor: 26_000, vat_minor: 0 }],
    vat_check: {
      status: 'valid',
      vat_no: 'DE136695901',
      name: 'SPECIMEN DE136695901',
      consultation_no: expect.stringMatching(/^WAPI/),
    },
  })
  expect(amount).toBe(26_000)
  const [order] = await scene.orders(payer.id)
  expect(order?.quote).toMatchObject({
    vat_check: { consultation_no: quote.vat_check?.consultation_no },
    mention: quote.mention,
  })
})

test.each<[string, Billing, number, string]>([
  [
    'an invalid number',
    company('DE', { vat_no: 'DE136695998' }),
    31_200,
    'eu_consumer_or_unproven',
  ],
  ['a misspelt number', company('DE', { vat_no: 'DE13' }), 31_200, 'eu_consumer_or_unproven'],
  [
    'a number of another country',
    company('DE', { vat_no: 'NL868754201B01' }),
    31_200,
    'eu_consumer_or_unproven',
  ],
  ['an EU consumer', { ...CONSUMER, country: 'DE' }, 31_200, 'eu_consumer_or_unproven'],
  [
    'a Greek company',
    company('GR', { vat_no: 'GR094259201' }),
    26_000,
    'eu_business_reverse_charge',
  ],
  [
    'a company outside the Union',
    company('CH', { tax_id: 'CHE-1' }),
    26_000,
    'outside_eu_business',
  ],
  ['one without a proof', company('CH'), 31_200, 'outside_eu_consumer'],
  ['a company in Monaco', company('MC', { tax_id: '1' }), 31_200, 'france'],
])('S25: the tax of %s', async (_who, billing, amount, vat_rule) => {
  proves('story S25')
  const payer = await scene.unpaid()
  const quote = await quoteFor(payer, billing)
  const started = await payer.as.call(
    payments.entryFeePayment,
    orderOf(payer, quote.quote_id, billing),
  )
  expect(quote).toMatchObject({ amount, vat_rule })
  expect(started.amount).toBe(amount)
  if (vat_rule === 'outside_eu_business') {
    expect(quote.mention).toBe('TVA non applicable - art. 259-1 CGI')
  }
})

const UNTAXED: [string, Billing, Billing, Billing][] = [
  [
    'an EU company',
    company('DE', { vat_no: 'DE136695921' }),
    company('DE', { vat_no: 'DE136695998' }),
    company('NL', { name: 'Rad & Rohr BV', vat_no: 'NL868754201B01' }),
  ],
  [
    'a company outside the Union',
    company('CH', { tax_id: 'CHE-1' }),
    company('DE', { vat_no: 'DE136695922' }),
    company('US', { name: 'Wheel & Pipe Inc.', tax_id: '12-3456789' }),
  ],
]

test.each(UNTAXED)(
  'S25: the proforma of an untaxed transfer of %s goes only to a buyer untaxed on the same ground',
  async (_who, billing, otherGround, sameGround) => {
    proves('story S25', 'call pdf/createEntryFeeInvoice')
    const payer = await scene.unpaid()
    const { quote_id } = await quoteFor(payer, billing)
    const transfer = { ...orderOf(payer, quote_id, billing), channel: 'bank_transfer' as const }
    await payer.as.call(payments.entryFeePayment, transfer)
    const proformaTo = (to: Billing) =>
      payer.as.answer(documents.createEntryFeeInvoice, { apply_order_id: payer.id, billing: to })

    for (const to of [CONSUMER, company('FR', { siren: '732829320' }), otherGround]) {
      const answer = await proformaTo(to)
      expect(answer).toMatchObject({ code: 409, data: { reason: 'TAX_DIFFERS' } })
    }
    expect(await proformaTo(company('NL'))).toMatchObject({
      code: 422,
      msg: { 'billing.vat_no': [expect.any(String)] },
    })
    const papers = db.selectFrom('invoices').select('document')
    const ofEntry = papers.where('apply_order_id', '=', payer.id)
    expect(await ofEntry.execute()).toEqual([])
    expect(await proformaTo(sameGround)).toMatchObject({ data: { status: 'proforma' } })
    expect(await ofEntry.execute()).toMatchObject([
      { document: { buyer: { name: sameGround.name }, vat: 0, gross: 26_000 } },
    ])
  },
)

test.each(UNTAXED)(
  'S25: the untaxed invoice of %s changes only to a buyer untaxed on the same ground',
  async (_who, billing, otherGround, sameGround) => {
    proves('story S25', 'call pdf/createEntryFeeInvoice')
    const payer = await scene.unpaid()
    await paid(payer, billing)
    const readdress = (to: Billing) =>
      payer.as.answer(documents.createEntryFeeInvoice, { apply_order_id: payer.id, billing: to })
    const kinds = async () => {
      const papers = db.selectFrom('invoices').select('kind').where('apply_order_id', '=', payer.id)
      return (await papers.orderBy('id').execute()).map(({ kind }) => kind)
    }

    for (const to of [CONSUMER, company('FR', { siren: '732829320' }), otherGround]) {
      const answer = await readdress(to)
      expect(answer).toMatchObject({ code: 409, data: { reason: 'TAX_DIFFERS' } })
    }
    expect(await readdress(company('NL'))).toMatchObject({
      code: 422,
      msg: { 'billing.vat_no': [expect.any(String)] },
    })
    expect(await kinds()).toEqual(['invoice'])
    expect(await readdress(sameGround)).toMatchObject({ code: 200 })
    expect(await kinds()).toEqual(['invoice', 'credit_note', 'invoice'])
  },
)

test('the account pays the tax of its own number until an invoice address is given', async () => {
  const account = { country: 'DE', account_type: 2, vat_no: 'DE136695902' }
  const entrant = await build.user(account)
  const { id } = await build.entry(entrant, { entry_status: 10 })
  const quote = await scene.as(entrant).call(payments.getEntryFee, { apply_order_id: id })
  expect(quote).toMatchObject({ vat_rate: 0, vat_check: { status: 'valid' } })
})

test.each([
  ['a company that has no name yet', { account_type: 2, company: null }, 'business', 26_000],
  ['a person who names a company', { account_type: 1, company: 'Rad' }, 'consumer', 31_200],
])(
  'the account of %s is the same buyer for the tax and on its papers',
  async (_who, given, kind, gross) => {
    const entrant = await build.user({ country: 'DE', vat_no: 'DE136695927', ...given })
    const { id } = await build.entry(entrant, { entry_status: 10 })
    const as = scene.as(entrant)
    expect(await as.call(payments.getEntryFee, { apply_order_id: id })).toMatchObject({
      amount: gross,
    })
    const { code_url } = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
    await as.call(documents.createEntryFeeInvoice, { apply_order_id: id })
    wallet.pay(code_url)
    await until(async () => (await scene.entryRow(id)).entry_fee_status === 2)
    await scene.context.jobs.drain()

    const papers = db.selectFrom('invoices').select('document').where('apply_order_id', '=', id)
    expect(await papers.orderBy('id').execute()).toMatchObject([
      { document: { kind: 'proforma', buyer_kind: kind, gross } },
      { document: { kind: 'invoice', buyer_kind: kind, gross } },
    ])
  },
)

test('the tax is validated again at payment: the same amount proceeds, another is quoted first', async () => {
  const payer = await scene.unpaid()
  const german = company('DE', { vat_no: 'DE136695903' })
  const quote = await payer.as.call(payments.getEntryFee, { apply_order_id: payer.id })
  const answer = await payer.as.answer(
    payments.entryFeePayment,
    orderOf(payer, quote.quote_id, german),
  )
  expect(answer).toMatchObject({
    code: 410,
    data: { reason: 'PRICE_CHANGED', quote: { amount: 26_000, vat_check: { status: 'valid' } } },
  })
  expect(await scene.orders(payer.id)).toEqual([])

  // 20 % in France as in Germany: paid, and the order says by which rule.
  const consumer = { ...CONSUMER, country: 'DE' }
  await payer.as.call(payments.entryFeePayment, orderOf(payer, quote.quote_id, consumer))
  const [order] = await scene.orders(payer.id)
  expect(order?.quote).toMatchObject({ amount: 31_200, vat_rule: 'eu_consumer_or_unproven' })
})

test('a number is looked up once a day, and again soon after a no or no answer', async () => {
  proves('call apply/checkVatNumber')
  const { as, entrant } = await scene.unpaid()
  const ask = (vat_no: string) => as.call(paymentsAdded.checkVatNumber, { vat_no, country: 'DE' })
  const count = () => vies.questions.filter(({ number }) => number === 'DE136695904').length
  const now = Date.now()

  scene.setTime(new Date(now))
  expect(await ask('de136695904')).toMatchObject({ status: 'valid', vat_no: 'DE136695904' })
  scene.setTime(new Date(now + 23 * HOUR))
  await ask('136695904')
  expect(count()).toBe(1)
  scene.setTime(new Date(now + 25 * HOUR))
  vies.setAway(true)
  expect(await ask('DE136695904')).toMatchObject({ status: 'unavailable', consultation_no: null })
  vies.setAway(false)
  scene.setTime(new Date(now + 26 * HOUR))
  expect(await ask('DE136695904')).toMatchObject({ status: 'valid' })
  expect(count()).toBe(2)

  expect(await ask('DE136695998')).toMatchObject({ status: 'invalid' })
  expect(await ask('DE1')).toMatchObject({ status: 'invalid' })
  const quoted = await db
    .selectFrom('vat_checks')
    .select(['status', 'user_id'])
    .where('vat_no', '=', 'DE136695904')
    .orderBy('at')
    .execute()
  expect(quoted).toEqual(
    ['valid', 'unavailable', 'valid'].map((status) => ({ status, user_id: entrant.id })),
  )
})

test('requests to VIES are rate limited', async () => {
  const { as } = await scene.unpaid()
  const ask = (index: number) =>
    as.answer(paymentsAdded.checkVatNumber, { vat_no: `1366${10_000 + index}`, country: 'DE' })
  for (let index = 0; index < 30; index += 1) expect((await ask(index * 100)).code).toBe(200)
  expect((await ask(3_100)).code).toBe(429)
})

test('S25: a number is taxed while VIES is unavailable, and corrected a day later', async () => {
  proves('story S25', 'call pdf/printEntryFeeInvoice')
  const payer = await scene.unpaid()
  const billing = company('DE', { vat_no: 'DE136695905' })
  vies.setAway(true)
  const { amount } = await paid(payer, billing)
  expect(amount).toBe(31_200)
  vies.setAway(false)
  const paper = () => payer.as.call(documents.printEntryFeeInvoice, { apply_order_id: payer.id })
  const { number } = await paper()

  const refunds = () =>
    db
      .selectFrom('refunds')
      .innerJoin('payment_orders as o', 'o.order_no', 'refunds.order_no')
      .select(['refunds.amount_minor', 'refunds.status'])
      .where('o.apply_order_id', '=', payer.id)
      .execute()
  const round = async (hours: number) => {
    scene.setTime(new Date(Date.now() + hours * HOUR))
    await scene.context.jobs.drain()
    await scene.context.jobs.drain()
  }
  await scene.context.jobs.start({ isOnlyProcess: true })
  await scene.context.jobs.stop()
  await round(23)
  expect(await refunds()).toEqual([])
  await round(26)
  expect(await refunds()).toMatchObject([{ amount_minor: 5_200 }])
  await round(52)
  expect(await refunds()).toHaveLength(1)

  expect((await paper()).number).not.toBe(number)
  const papers = await db
    .selectFrom('invoices')
    .select(['kind', 'document'])
    .where('apply_order_id', '=', payer.id)
    .orderBy('id')
    .execute()
  expect(papers.map(({ kind, document }) => [kind, Object(document).gross])).toEqual([
    ['invoice', 31_200],
    ['credit_note', -31_200],
    ['invoice', 26_000],
  ])
  expect(await scene.entryRow(payer.id)).toMatchObject({ entry_fee_status: 2 })
})

describe('S25: a re-check judges the buyer whom the invoice names', () => {
  async function taxedWhileAway(vat_no: string) {
    vies.setAway(true)
    const payer = await scene.unpaid()
    const { order_no } = await paid(payer, company('DE', { vat_no }))
    vies.setAway(false)
    return {
      entrant: payer.entrant,
      erase: () => payer.as.call(account.erase, { password: PASSWORD, understood: true }),
      readdress: (billing: Billing) =>
        payer.as.call(documents.createEntryFeeInvoice, { apply_order_id: payer.id, billing }),
      recheckAfter: async (hours: number) => {
        scene.setTime(new Date(Date.now() + hours * HOUR))
        await taxRecheck(scene.context)()
      },
      refunds: async () => {
        const rows = db.selectFrom('refunds').select('amount_minor')
        const found = await rows.where('order_no', '=', order_no).execute()
        return found.map(({ amount_minor }) => amount_minor)
      },
      papers: async () => {
        const rows = db.selectFrom('invoices').select('document').where('order_no', '=', order_no)
        const found = (await rows.orderBy('id').execute()).map(({ document }) => Object(document))
        return found.map(({ gross, buyer, buyer_kind }) => [gross, buyer.name, buyer_kind])
      },
    }
  }
  const FIRST = [
    [31_200, 'Rad & Rohr GmbH', 'business'],
    [-31_200, 'Rad & Rohr GmbH', 'business'],
  ]

  test.each<[string, Billing]>([
    ['a private person', CONSUMER],
    ['a French company', company('FR', { name: 'Brumaire SARL', siren: '732829320' })],
    [
      'a company without a valid number',
      company('NL', { name: 'Rad BV', vat_no: 'NL868754201B98' }),
    ],
  ])('and %s keeps the tax', async (_who, to) => {
    proves('story S25', 'call pdf/createEntryFeeInvoice')
    const order = await taxedWhileAway('DE136695923')
    await order.readdress(to)
    await order.recheckAfter(26)

    expect(await order.refunds()).toEqual([])
    expect(await order.papers()).toEqual([...FIRST, [31_200, to.name, to.kind]])
  })

  test.each([
    ['before', 'DE136693398', false],
    ['after', 'DE136693498', true],
  ])('whose number was put right %s a first check', async (_when, wrong, isChecked) => {
    proves('story S25', 'call pdf/createEntryFeeInvoice')
    const order = await taxedWhileAway(wrong)
    if (isChecked) await order.recheckAfter(26)
    expect(await order.refunds()).toEqual([])
    scene.setTime(new Date(Date.now() + (isChecked ? 27 : 1) * HOUR))
    const right = company('DE', { name: 'Rohr & Rad GmbH', vat_no: 'DE136695924' })
    await order.readdress(right)
    await order.recheckAfter(isChecked ? 52 : 26)
    await order.recheckAfter(78)

    expect(await order.refunds()).toEqual([5_200])
    expect(await order.papers()).toEqual([
      ...FIRST,
      [31_200, right.name, 'business'],
      [-31_200, right.name, 'business'],
      [26_000, right.name, 'business'],
    ])
  })

  test.each([
    ['the account', 'EL094259203', 'gr 094.259-203', false],
    ['a re-check', 'EL094259204', '094 259 204', true],
  ])(
    'whose proof that %s asked for an erasure keeps without name',
    async (_who, no, as, isLate) => {
      proves('story S25', 'call user/erase')
      const order = await taxedWhileAway('DE136695930')
      const kept = [{ status: 'valid', user_id: null, name: null, address: null, raw: {} }]
      vies.setAway(isLate)
      await order.readdress(company('GR', { name: 'Trochos AE', vat_no: as }))
      vies.setAway(false)
      if (isLate) await order.recheckAfter(26)
      await order.erase()

      const answers = db.selectFrom('vat_checks').where('vat_no', '=', no)
      const found = await answers.selectAll().where('status', '=', 'valid').execute()
      expect(found).toMatchObject(kept)
      expect(found[0]?.consultation_no).toMatch(/^WAPI/)
    },
  )

  test('and nobody of an erased account, whose name VIES would answer again', async () => {
    proves('story S25')
    const order = await taxedWhileAway('DE136695926')
    const owner = db.updateTable('users').where('id', '=', order.entrant.id)
    await owner.set({ status: 'erased' }).execute()
    await order.recheckAfter(26)

    expect(await order.refunds()).toEqual([])
    expect(await order.papers()).toHaveLength(1)
  })

  test('and not one who is named while VIES answers about another', async () => {
    proves('story S25')
    const order = await taxedWhileAway('DE136695925')
    vies.setWork(() => order.readdress(CONSUMER))
    await order.recheckAfter(26)
    vies.setWork(undefined)
    expect(await order.papers()).toEqual([...FIRST, [31_200, CONSUMER.name, 'consumer']])
    await order.recheckAfter(27)

    expect(await order.refunds()).toEqual([])
    expect(await order.papers()).toHaveLength(3)
  })

  let numbers = 0
  test.each([
    [31, []],
    [29, [5_200]],
  ])('%d days after its correction, within 30 alone', async (days, refunds) => {
    proves('story S25')
    // Numbers of its own for each try: what a try was answered days ahead would be the last answer.
    const start = `DE1366${String(++numbers).padStart(3, '0')}`
    // After the last invoice of the tests before, since no invoice is dated before the last one.
    const corrected = 80
    const order = await taxedWhileAway(`${start}98`)
    await order.recheckAfter(26)
    scene.setTime(new Date(Date.now() + corrected * HOUR))
    await order.readdress(company('DE', { name: 'Rohr & Rad GmbH', vat_no: `${start}28` }))
    await order.recheckAfter(corrected + days * 24)

    expect(await order.refunds()).toEqual(refunds)
  })
})

test('an account that is erased while VIES answers keeps no answer', async () => {
  proves('call apply/checkVatNumber')
  const { as, entrant } = await scene.unpaid()
  const vat_no = 'DE136695961'
  const stored = () =>
    db.selectFrom('vat_checks').select('name').where('vat_no', '=', vat_no).execute()
  const owner = db.updateTable('users').where('id', '=', entrant.id)
  vies.setWork(() => owner.set({ status: 'erased' }).execute())
  const answer = await as.call(paymentsAdded.checkVatNumber, { vat_no, country: 'DE' })
  vies.setWork(undefined)
  expect(answer).toMatchObject({ status: 'valid', vat_no })
  expect(await stored()).toEqual([])

  await owner.set({ status: 'active' }).execute()
  await as.call(paymentsAdded.checkVatNumber, { vat_no, country: 'DE' })
  expect(await stored()).toHaveLength(1)
})

test.each(['EL', 'UK', 'XX', 'fr', ''])('no price is made for the country %j', async (country) => {
  const payer = await scene.unpaid()
  const buyer = { kind: 'business' as const, country, tax_id: '1' }
  const answer = await payer.as.answer(payments.getEntryFee, { apply_order_id: payer.id, buyer })
  expect(answer).toMatchObject({ code: 422, msg: { 'buyer.country': ['Choose a country'] } })
})

test('an order is not handed out again for the same sum on other grounds', async () => {
  const payer = await scene.unpaid()
  const start = async (billing: Billing) => {
    const { quote_id } = await quoteFor(payer, billing)
    return payer.as.call(payments.entryFeePayment, orderOf(payer, quote_id, billing))
  }
  const consumer = await start(CONSUMER)
  const again = await start({ ...CONSUMER, country: 'DE' })
  vies.setAway(true)
  const unproven = await start(company('DE', { vat_no: 'DE136695913' }))
  const swiss = await start(company('CH', { tax_id: 'CHE-1' }))
  vies.setAway(false)
  const german = await start(company('DE', { vat_no: 'DE136695914' }))

  expect(again.order_no).toBe(consumer.order_no)
  const numbers = [consumer, unproven, swiss, german].map(({ order_no }) => order_no)
  expect(new Set(numbers).size).toBe(4)
  const quotes = (await scene.orders(payer.id)).map(({ quote }) => Object(quote))
  expect(quotes.map(({ mention, vat_check }) => [mention !== null, vat_check?.status])).toEqual([
    [false, undefined],
    [false, 'unavailable'],
    [true, undefined],
    [true, 'valid'],
  ])
})

test('S25: after a partial refund the tax of the remaining amount is refunded, whatever else fails', async () => {
  proves('story S25')
  vies.setAway(true)
  const stuck = await scene.unpaid()
  await db
    .insertInto('payment_orders')
    .values({
      order_no: 'P27STUCK0001',
      apply_order_id: stuck.id,
      fee_type: 1,
      status: 2,
      channel: 'wechat_native',
      currency: 'EUR',
      amount_minor: 31200,
      paid_at: new Date(Date.now() - HOUR),
      expires_at: new Date(),
      quote: JSON.stringify({ vat_check: { status: 'unavailable' } }),
      billing: JSON.stringify(company('DE', { vat_no: 'DE136695911' })),
    })
    .execute()
  const payer = await scene.unpaid()
  const { order_no } = await paid(payer, company('DE', { vat_no: 'DE136695912' }))
  vies.setAway(false)
  const order = await ordersRepository(db).find(order_no)
  if (!order) throw new Error('no order')
  const request = { amount_minor: 15_601, reason: 'Half', by_user_id: null, at: new Date() }
  await db.transaction().execute((trx) => requestRefundOf(trx, order, request))
  const refunds = () =>
    db
      .selectFrom('refunds')
      .select(['amount_minor', 'status', 'out_refund_no'])
      .where('order_no', '=', order_no)
      .orderBy('created_at')
      .execute()

  scene.setTime(new Date(Date.now() + 26 * HOUR))
  await taxRecheck(scene.context)()
  expect(await refunds()).toMatchObject([{ amount_minor: 15_601 }])

  const { core } = paymentContext(scene.context)
  for (const { out_refund_no } of await refunds()) {
    await applyRefund(core, out_refund_no, 'succeeded', { source: 'test' })
  }
  await taxRecheck(scene.context)()
  await taxRecheck(scene.context)()
  const [, tax, ...others] = await refunds()
  await applyRefund(core, tax?.out_refund_no ?? '', 'succeeded', { source: 'test' })
  await scene.context.jobs.drain()

  expect([tax?.amount_minor, others]).toEqual([2_600, []])
  const papers = await db
    .selectFrom('invoices')
    .select('document')
    .where('order_no', '=', order_no)
    .orderBy('id')
    .execute()
  const gross = papers.map(({ document }) => Number(Object(document).gross))
  expect(gross).toEqual([31_200, -15_601, -15_599, 12_999])
})

test('S09: an order opened before midnight is paid after it at its own price', async () => {
  proves('story S09')
  const payer = await scene.unpaid()
  const { id, as } = payer
  const at = (minutes: number) => scene.setMinutesAfter(scene.late.starts_at, minutes)

  at(-2)
  const quote = await as.call(payments.getEntryFee, { apply_order_id: id })
  const older = await as.call(payments.getEntryFee, { apply_order_id: id })
  const started = await as.call(payments.entryFeePayment, orderOf(payer, quote.quote_id, CONSUMER))
  at(5)
  const fresh = await as.call(payments.getEntryFee, { apply_order_id: id })
  if (started.action.type === 'qrcode') wallet.pay(started.action.code_url)
  await until(async () => (await scene.entryRow(id)).entry_fee_status === 2)
  await scene.context.jobs.drain()

  expect(quote).toMatchObject({ period: 'standard', amount: 31_200 })
  expect(fresh).toMatchObject({ period: 'late', amount: 36_000 })
  const [order] = await scene.orders(id)
  expect(order).toMatchObject({ status: 2, amount_minor: 31_200, is_late: false })
  const invoice = await db
    .selectFrom('invoices')
    .select('document')
    .where('apply_order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(invoice.document).toMatchObject({ gross: 31_200 })

  const other = await scene.unpaid()
  at(-2)
  const quoted = await other.as.call(payments.getEntryFee, { apply_order_id: other.id })
  at(29)
  const again = await as.answer(payments.entryFeePayment, orderOf(payer, older.quote_id, CONSUMER))
  const late = await other.as.answer(
    payments.entryFeePayment,
    orderOf(other, quoted.quote_id, CONSUMER),
  )
  expect(again).toMatchObject({ code: 409, data: { reason: 'ALREADY_PAID' } })
  expect(late).toMatchObject({
    code: 410,
    data: { reason: 'QUOTE_EXPIRED', quote: { period: 'late', amount: 36_000 } },
  })
})
