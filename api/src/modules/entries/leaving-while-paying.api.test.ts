import { documents, entries, entriesAdded, payments } from '@awards/shared/contract'
import { CONSUMER, paymentScene } from '../../../test/payment-scene.ts'
import { isLockAwaited, until } from '../../../test/waiting.ts'
import type { Db } from '../../db/database.ts'
import { payableEntriesRepository } from '../payments/checkout/payable-entries.repository.ts'

const scene = await paymentScene()
const { build, db } = scene
const published = await build.edition({ status: 4, results_published_at: build.at(-1) })

afterAll(() => scene.stop())

/** Locks the entry as a payment does, runs `first`, and commits once `second` waits for the lock. */
async function runWhileLocked<T>(
  id: string,
  first: (trx: Db) => Promise<unknown>,
  second: () => T,
) {
  let later: T | undefined
  await db.transaction().execute(async (trx) => {
    await payableEntriesRepository(trx).lock(id)
    await first(trx)
    later = second()
    await until(() => isLockAwaited(db))
  })
  return later as T
}

const openOrder = (trx: Db, id: string, fee_type: number) =>
  trx
    .insertInto('payment_orders')
    .values({
      order_no: `RACE${id}`.slice(0, 32),
      apply_order_id: id,
      fee_type,
      status: 1,
      channel: 'wechat_native',
      quote: '{}',
      amount_minor: 31200,
      currency: 'EUR',
      expires_at: build.at(1),
    })
    .execute()

test('an entry is not deleted while an order is being opened', async () => {
  const { id, as } = await scene.unpaid()
  const removal = await runWhileLocked(
    id,
    (trx) => openOrder(trx, id, 1),
    () => as.answer(entries.deleteEntry, { apply_order_id: id }),
  )
  expect(removal).toMatchObject({ code: 409, data: { reason: 'ORDER_OPEN' } })
  expect(await scene.orders(id)).toMatchObject([{ status: 1 }])
})

test('saving the texts of a winner keeps the fee status that a payment sets meanwhile', async () => {
  proves('call apply/winningInfoEdit')
  const { entry, id, as } = await scene.unpaid({
    entry_status: 60,
    edition_id: published.id,
    winner_fee_status: 1,
  })
  const answer = await runWhileLocked(
    id,
    (trx) => payableEntriesRepository(trx).update(id, { winner_fee_status: 2 }),
    () =>
      as.answer(entries.winningInfoEdit, {
        apply_order_id: id,
        version: entry.version,
        info: { winner_name: 'Atelier Brumaire', certificate_name: 'Anne Brumaire' },
      }),
  )
  expect(answer).toMatchObject({ code: 200, data: { winner_fee_status: 2 } })
  expect(await scene.entryRow(id)).toMatchObject({ winner_fee_status: 2 })
})

test('an award is not declined while a package is being ordered', async () => {
  const { entry, id, as } = await scene.unpaid({
    entry_status: 60,
    edition_id: published.id,
    winner_fee_status: 1,
  })
  const answer = await runWhileLocked(
    id,
    async (trx) => {
      await openOrder(trx, id, 2)
      await payableEntriesRepository(trx).update(id, { winner_fee_status: 2 })
    },
    () =>
      as.answer(entriesAdded.awardAnswer, {
        apply_order_id: id,
        version: entry.version,
        answer: 'decline' as const,
      }),
  )
  expect(answer).toMatchObject({ code: 409, data: { reason: 'PACKAGE_CHOSEN' } })
  expect(await scene.entryRow(id)).toMatchObject({ winner_fee_status: 2 })
})

test('choosing the free package closes the open order of another one', async () => {
  const { award } = await build.programme()
  for (const [code, amount_minor] of [
    ['essentiel', 0],
    ['signature', 79_000],
  ] as const) {
    const { id: package_id } = await db
      .insertInto('winner_packages')
      .values({ code, name: '{}', description: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('winner_package_prices')
      .values({ edition_id: published.id, package_id, award_id: award.id, amount_minor })
      .execute()
  }
  for (const channel of ['wechat_native', 'bank_transfer'] as const) {
    const { id, as } = await scene.unpaid({
      entry_status: 60,
      edition_id: published.id,
      award_id: award.id,
      winner_fee_status: 1,
    })
    const { order_no } = await as.call(payments.winnerPackageFeePayment, {
      apply_order_id: id,
      package_code: 'signature',
      channel,
      billing: CONSUMER,
    })
    const { version } = await scene.entryRow(id)

    const chosen = await as.call(entries.winningInfoEdit, {
      apply_order_id: id,
      version,
      info: { winner_name: 'Atelier Brumaire', certificate_name: 'Anne Brumaire' },
      package_code: 'essentiel',
    })

    expect(chosen).toMatchObject({ winner_fee_status: 4 })
    expect(await scene.entryRow(id)).toMatchObject({ package_code: 'essentiel' })
    expect(await as.call(payments.queryOrder, { order_no })).toMatchObject({ status: 3 })
  }
})

test('an entry whose order has expired is withdrawn, as its button says', async () => {
  const { id, as } = await scene.unpaid()
  const actions = async () => {
    const { list } = await as.call(entries.entryList, {})
    const info = await as.call(entries.info, { apply_order_id: id })
    return [list[0]?.actions, info.projection === 'owner' && info.actions]
  }
  const both = (action: string) => [action, action].map((one) => expect.arrayContaining([one]))
  expect(await actions()).toEqual(both('delete'))
  await openOrder(db, id, 1)
  for (const status of [7, 3]) {
    await db
      .updateTable('payment_orders')
      .set({ status })
      .where('apply_order_id', '=', id)
      .execute()
  }
  const offered = await actions()
  expect(offered).toEqual(both('withdraw'))
  expect(offered).not.toEqual(both('delete'))
  const removed = await as.call(entries.deleteEntry, { apply_order_id: id })
  expect(removed).toEqual({ mode: 'withdraw', refund: 'none' })
})

test('an entry without orders is deleted with its pro forma invoice', async () => {
  const { id, as } = await scene.unpaid()
  await as.call(documents.createEntryFeeInvoice, { apply_order_id: id })
  const removed = await as.answer(entries.deleteEntry, { apply_order_id: id })
  expect(removed).toMatchObject({ code: 200, data: { mode: 'deleted', refund: 'none' } })
  const left = await db
    .selectFrom('invoices')
    .select('id')
    .where('apply_order_id', '=', id)
    .execute()
  expect(left).toEqual([])
})
