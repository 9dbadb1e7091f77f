import { payments } from '@awards/shared/contract'
import type { Insertable } from 'kysely'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'
import { until } from '../../../../test/waiting.ts'
import type { Codes } from '../../../db/schema.gen.ts'

const scene = await paymentScene()
const { build, db, wallet } = scene
afterAll(() => scene.stop())
afterEach(() => scene.setTime(new Date()))

const codeOf = (code: string, given: Partial<Insertable<Codes>> = {}) =>
  db
    .insertInto('codes')
    .values({ kind: 'entrant_invite', discount_percent: 10, ...given, code })
    .execute()
const usesOf = async (code: string) => {
  const { redeemed } = await db
    .selectFrom('codes')
    .select('redeemed')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('code_uses').selectAll().where('code', '=', code).execute()
  expect(rows).toHaveLength(redeemed)
  return redeemed
}

type Payer = Awaited<ReturnType<typeof scene.unpaid>>
const quote = ({ id, as }: Payer, code?: string) =>
  as.call(payments.getEntryFee, { apply_order_id: id, code })
const pay = ({ id, as }: Payer, quote_id: string, channel: 'wechat_native' | 'bank_transfer') =>
  as.answer(payments.entryFeePayment, { apply_order_id: id, channel, quote_id, billing: CONSUMER })

test.each<[string, Partial<Insertable<Codes>>, number]>([
  ['a percentage', { discount_percent: 15 }, 22_100],
  ['a percentage with a cap', { discount_percent: 50, discount_cap_minor: 5_000 }, 21_000],
  ['an amount', { discount_percent: 0, discount_amount_minor: 3_000 }, 23_000],
  ['more than the price', { discount_percent: 0, discount_amount_minor: 90_000 }, 0],
])('%s is taken off before tax', async (name, given, amount_ht) => {
  const code = `I-${name.replaceAll(/\W/g, '').toUpperCase()}`
  await codeOf(code, given)
  const quoted = await quote(await scene.unpaid(), code)
  expect(quoted).toMatchObject({ code, amount_ht, amount: Math.round(amount_ht * 1.2) })
  expect(quoted.breakdown.map(({ kind }) => kind)).toEqual(['fee', 'discount', 'vat'])
  expect(quoted.breakdown.reduce((sum, line) => sum + line.amount_minor, 0)).toBe(quoted.amount)
})

test('E11: the price of the next period has the code of today, unless the code ends before it', async () => {
  const plain = (await quote(await scene.unpaid())).next_period
  if (!plain) throw new Error('The scene has no next period')
  await codeOf('I-STAYS', { discount_percent: 10 })
  await codeOf('I-ENDS', { discount_percent: 10, valid_until: new Date(plain.starts_at) })
  const nextOf = async (code: string) =>
    (await quote(await scene.unpaid(), code)).next_period?.amount
  expect(await nextOf('I-STAYS')).toBe(Math.round(plain.amount * 0.9))
  expect(await nextOf('I-ENDS')).toBe(plain.amount)
})

test('a code is normalised; an invalid one returns the reason', async () => {
  const payer = await scene.unpaid()
  const other = await build.section({ code: 'student' })
  await codeOf('I-TYPED')
  await codeOf('I-ENDED', { valid_until: build.at(-1) })
  await codeOf('I-GONE', { max_uses: 2, redeemed: 2 })
  await codeOf('I-STUDENT', { sections: ['student'] })
  await codeOf('I-CATEGORY', { categories: ['ZZZ'] })
  await codeOf('J-SEAT', { kind: 'juror_invite', discount_percent: 0 })
  expect(other.id).not.toBe(payer.entry.section_id)

  const ask = (code: string) =>
    payer.as.answer(payments.getEntryFee, { apply_order_id: payer.id, code })
  expect(await ask(' i-ty ped ')).toMatchObject({ code: 200, data: { code: 'I-TYPED' } })
  for (const code of ['I-NOBODY', 'J-SEAT', 'I-STUDENT', 'I-CATEGORY']) {
    expect(await ask(code)).toMatchObject({ code: 422, msg: { code: [expect.any(String)] } })
  }
  for (const code of ['I-ENDED', 'I-GONE']) {
    expect(await ask(code)).toMatchObject({ code: 410, data: { reason: 'CODE_OVER' } })
  }
})

test('a code for the category of the entry, or for the group it is in, holds', async () => {
  const payer = await scene.unpaid()
  const { code } = await db
    .selectFrom('categories')
    .select('code')
    .where('id', '=', payer.entry.category_id ?? '')
    .executeTakeFirstOrThrow()
  await codeOf('I-SCOPED', { categories: [code] })
  expect(await quote(payer, 'I-SCOPED')).toMatchObject({ amount_ht: 23_400 })
})

test('the last use goes to one of many who pay at the same moment', async () => {
  await codeOf('I-LAST', { max_uses: 1 })
  const payers = await Promise.all(Array.from({ length: 6 }, () => scene.unpaid()))
  const quoted = await Promise.all(payers.map((payer) => quote(payer, 'I-LAST')))

  const answers = await Promise.all(
    payers.map((payer, index) => pay(payer, quoted[index]?.quote_id ?? '', 'wechat_native')),
  )

  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 410, 410, 410, 410, 410])
  expect(answers.find(({ code }) => code === 410)).toMatchObject({
    data: { reason: 'CODE_OVER', quote: { code: null, amount: 31_200 } },
  })
  expect(await usesOf('I-LAST')).toBe(1)
})

test('the last use of a code that pays everything goes to one as well', async () => {
  await codeOf('I-WHOLE', { discount_percent: 100, max_uses: 1 })
  const payers = await Promise.all(Array.from({ length: 4 }, () => scene.unpaid()))
  const quoted = await Promise.all(payers.map((payer) => quote(payer, 'I-WHOLE')))
  const answers = await Promise.all(
    payers.map((payer, index) => pay(payer, quoted[index]?.quote_id ?? '', 'wechat_native')),
  )
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 410, 410, 410])
  expect(await usesOf('I-WHOLE')).toBe(1)
})

test('a use is reserved while its order is open, moves with a change of channel, and is released unpaid', async () => {
  await codeOf('I-HELD', { max_uses: 1 })
  const [first, second] = [await scene.unpaid(), await scene.unpaid()]
  const quoted = await quote(first, 'I-HELD')
  await pay(first, quoted.quote_id, 'wechat_native')
  expect(await usesOf('I-HELD')).toBe(1)
  const refused = await second.as.answer(payments.getEntryFee, {
    apply_order_id: second.id,
    code: 'I-HELD',
  })
  expect(refused.code).toBe(410)

  // Its own use does not stand in its way.
  const again = await quote(first, 'I-HELD')
  expect(again.code).toBe('I-HELD')
  expect((await pay(first, again.quote_id, 'bank_transfer')).code).toBe(200)
  expect(await usesOf('I-HELD')).toBe(1)

  await db
    .updateTable('payment_orders')
    .set({ status: 7 })
    .where('apply_order_id', '=', first.id)
    .where('status', '=', 1)
    .execute()
  expect(await usesOf('I-HELD')).toBe(1)
  await db
    .updateTable('payment_orders')
    .set({ status: 3 })
    .where('apply_order_id', '=', first.id)
    .where('status', '=', 7)
    .execute()
  expect(await usesOf('I-HELD')).toBe(0)
  expect((await quote(second, 'I-HELD')).code).toBe('I-HELD')
})

test('money that comes after the close keeps its price and its use, even beyond the last', async () => {
  await codeOf('I-LATE', { max_uses: 1 })
  const [first, second] = [await scene.unpaid(), await scene.unpaid()]
  await pay(first, (await quote(first, 'I-LATE')).quote_id, 'wechat_native')
  const close = (status: number, from: number) =>
    db
      .updateTable('payment_orders')
      .set({ status })
      .where('apply_order_id', '=', first.id)
      .where('status', '=', from)
      .execute()
  await close(7, 1)
  await close(3, 7)
  await pay(second, (await quote(second, 'I-LATE')).quote_id, 'wechat_native')
  expect(await usesOf('I-LATE')).toBe(1)

  const [order] = await scene.orders(first.id)
  wallet.pay(order?.code_url ?? '')
  await until(async () => (await scene.entryRow(first.id)).entry_fee_status === 2)
  expect(await usesOf('I-LATE')).toBe(2)
})

test('guesses of codes are limited to sixty in an hour', async () => {
  proves('call apply/getEntryFee')
  const payer = await scene.unpaid()
  await codeOf('I-SECRET')
  const ask = (code: string) =>
    payer.as.answer(payments.getEntryFee, { apply_order_id: payer.id, code })
  const guesses = await Promise.all(Array.from({ length: 60 }, (_, number) => ask(`I-${number}`)))
  expect(new Set(guesses.map(({ code }) => code))).toEqual(new Set([422]))
  expect(await ask('I-SECRET')).toMatchObject({ code: 429 })
  expect(await quote(payer)).toMatchObject({ code: null })
})
