import { money, payments } from '@awards/shared/contract'
import { cardScene } from '../../../test/card-scene.ts'
import { until } from '../../../test/waiting.ts'
import { paymentContext } from '../payments/payments.routes.ts'
import { runRefunds } from '../payments/refunds/refunds.ts'
import { compareDueDays } from './comparisons.service.ts'
import { DAY_MS } from '../../lib/time.ts'

/*
 * The statements of both simulators, as the providers' own documents describe them, beside our books.
 */
const scene = await cardScene()
const { build, card, wallet, db, context } = scene
const { core } = paymentContext(context)
const asChair = scene.as(await build.juror(1))
const NOON = new Date(`${build.at(0).toISOString().slice(0, 10)}T12:00:00Z`)
const DAY = NOON.toISOString().slice(0, 10)

beforeEach(() => scene.setTime(NOON))
afterAll(() => scene.stop())

async function byWallet() {
  const one = await scene.unpaid()
  const { code_url, order_no } = await one.as.call(payments.getEntryFeeQrcode, {
    apply_order_id: one.id,
  })
  wallet.pay(code_url)
  return { ...one, order_no }
}
async function byCard() {
  const one = await scene.atThePage()
  card.pay(one.session)
  return one
}
const received = async () => {
  const { rows } = { rows: await db.selectFrom('ledger').select(['kind']).execute() }
  return rows.length
}
const days = async () =>
  (await asChair.call(money.comparisons, { pageSize: 100 })).list
    .filter((one) => one.day === DAY)
    .map(({ channel, status, theirs_minor, ours_minor, differences }) => ({
      channel,
      status,
      theirs_minor,
      ours_minor,
      lines: differences.map((one) => `${one.kind} ${one.fact} ${one.is_healed}`),
    }))

test('both statements apply the payments of a day whose webhooks were all lost', async () => {
  wallet.setChaos({ notify: 'drop' })
  card.setChaos({ notify: 'drop' })
  const entries = [await byWallet(), await byWallet(), await byCard(), await byCard()]
  expect(await received()).toBe(0)

  scene.setTime(new Date(NOON.getTime() + DAY_MS))
  await compareDueDays(core)

  const equal = { status: 'equal', theirs_minor: 62_400, ours_minor: 62_400 }
  const lines = ['missing_here payment true', 'missing_here payment true']
  expect(await days()).toEqual([
    { channel: 'card', ...equal, lines },
    { channel: 'wechat_native', ...equal, lines },
  ])
  for (const { id } of entries) {
    expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 2, entry_status: 20 })
  }
  expect((await asChair.call(money.alertList, { open: '1' })).total).toBe(0)
})

test('reported payments and refunds agree with both statements', async () => {
  wallet.setChaos({})
  card.setChaos({})
  const before = await received()
  const [one, other] = [await byWallet(), await byCard()]
  await until(async () => (await received()) === before + 2)
  for (const { order_no } of [one, other]) {
    const request = { order_no, amount_minor: 10_000, reason: 'A part was agreed on' }
    await asChair.call(money.refundPayment, request)
  }
  await until(async () => {
    scene.setTime(new Date(context.clock().getTime() + 60_000))
    await runRefunds(core)
    return (await received()) === before + 4
  })

  scene.setTime(new Date(NOON.getTime() + DAY_MS))
  const answer = await asChair.call(money.compareDay, { day: DAY })

  expect(answer.map(({ channel, status }) => [channel, status])).toEqual([
    ['card', 'equal'],
    ['wechat_native', 'equal'],
  ])
  expect(answer.every((row) => row.theirs_minor === row.ours_minor)).toBe(true)
})

test('a ledger payment that the provider does not know is shown', async () => {
  const one = await scene.unpaid()
  const { order_no } = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
  await db
    .insertInto('ledger')
    .values({
      order_no,
      kind: 'payment',
      channel: 'wechat_native',
      provider_txn: 'NEVERWAS',
      amount_minor: 31200,
      currency: 'EUR',
      source: 'callback',
      at: NOON,
    })
    .execute()

  scene.setTime(new Date(NOON.getTime() + DAY_MS))
  await asChair.call(money.compareDay, { day: DAY })

  expect((await days()).find(({ channel }) => channel === 'wechat_native')).toMatchObject({
    status: 'differs',
    lines: expect.arrayContaining(['missing_there payment false']),
  })
  expect((await asChair.call(money.alertList, { open: '1' })).list).toMatchObject([
    { code: 'BOOKS_DIFFER', detail: `wechat_native ${DAY}` },
  ])
})
