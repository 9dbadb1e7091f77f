import { organiser, payments } from '@awards/shared/contract'
import { paymentScene } from '../../../test/payment-scene.ts'
import { until } from '../../../test/waiting.ts'
import { paymentContext } from '../payments/payments.routes.ts'
import { runRefunds } from '../payments/refunds/refunds.ts'

const scene = await paymentScene()
const { build, db, context } = scene
const { core } = paymentContext(context)
afterAll(() => scene.stop())

const admitter = await build.user()
await db.insertInto('account_rights').values({ user_id: admitter.id, name: 'admit' }).execute()
const desk = scene.as(admitter)
const REASON = 'The work was published before the period'

const refuse = async (id: string) => {
  const { version } = await scene.entryRow(id)
  const chosen = [{ apply_order_id: id, version }]
  return desk.call(organiser.refuse, { entries: chosen, reason: REASON })
}
const mailTo = async (to: string) => {
  await context.jobs.drain()
  return scene.mails.find((mail) => mail.to === to && mail.subject.includes('not admitted'))
}

test('a refused entry is told why, and its fee is given back through the ledger', async () => {
  proves('call organiser/refuse')
  const { entrant, id, as } = await scene.unpaid()
  const { order_no, code_url } = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
  scene.wallet.pay(code_url)
  await until(async () => (await scene.entryRow(id)).entry_fee_status === 2)

  expect(await refuse(id)).toMatchObject({ done: 1, results: [{ refund: 'requested' }] })
  expect(await scene.entryRow(id)).toMatchObject({ entry_status: 91, entry_fee_status: 5 })
  const mail = await mailTo(entrant.email)
  expect(mail?.text).toContain(REASON)
  expect(mail?.text).toContain('You get the entry fee back')

  await until(async () => {
    await runRefunds(core)
    return (await scene.entryRow(id)).entry_fee_status === 6
  })
  const refunds = await db
    .selectFrom('refunds')
    .select(['status', 'reason', 'by_user_id'])
    .where('order_no', '=', order_no)
    .execute()
  expect(refunds).toEqual([{ status: 'succeeded', reason: REASON, by_user_id: admitter.id }])

  expect(await refuse(id)).toMatchObject({ done: 0, results: [{ reason: 'STATUS' }] })
})

test('a waived fee is promised to nobody', async () => {
  const { entrant, id } = await scene.unpaid({ entry_status: 20, entry_fee_status: 3 })
  expect(await refuse(id)).toMatchObject({ done: 1, results: [{ refund: 'none' }] })
  expect(await scene.entryRow(id)).toMatchObject({ entry_status: 91, entry_fee_status: 3 })
  expect((await mailTo(entrant.email))?.text).not.toContain('fee back')
})

test('an entry that is judged is no longer refused here', async () => {
  const { id } = await scene.unpaid({ entry_status: 40, entry_fee_status: 2 })
  expect(await refuse(id)).toMatchObject({ done: 0, results: [{ reason: 'STATUS' }] })
  expect(await scene.entryRow(id)).toMatchObject({ entry_status: 40 })
})
