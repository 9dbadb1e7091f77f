import fc from 'fast-check'
import { ENTRY_FEE_STATUS, FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'
import { memoryProvider } from '../../../test/memory-provider.ts'
import { testApi } from '../../../test/test-api.ts'
import { openOrder } from './open-order.ts'
import { applyPayment } from './payment-core.ts'
import type { CoreContext } from './payment-core.ts'
import type { Payment } from './payment-types.ts'
import { bankProvider } from './provider.ts'
import { reconcileOrders } from './reconcile.ts'
import { runRefunds } from './refunds.ts'

const RUNS = 40
const AMOUNT = 31_200
const S = PAYMENT_STATUS

const api = await testApi()
const { db, context } = api

type Step =
  | 'open'
  | 'switch'
  | 'pay'
  | 'notify'
  | 'wait'
  | 'expire'
  | 'reconcile'
  | 'lose'
  | 'cut'
  | 'leak'
  | 'rest'
const step = fc.constantFrom<Step>(
  ...(['open', 'open', 'switch', 'pay', 'pay', 'notify', 'notify'] as const),
  ...(['wait', 'expire', 'expire', 'reconcile', 'lose', 'cut', 'leak', 'leak'] as const),
)
/** Ways into trouble that chance alone finds too seldom. */
const RISKY: Step[][][] = [
  [['open'], ['pay'], ['notify', 'notify', 'reconcile']],
  [['open'], ['leak'], ['switch'], ['open'], ['pay'], ['pay'], ['notify', 'notify']],
  [['open'], ['leak'], ['expire'], ['open', 'reconcile'], ['pay', 'pay']],
  [['cut'], ['open'], ['open', 'pay'], ['open', 'notify']],
  [['open'], ['leak'], ['switch'], ['pay'], ['reconcile', 'open']],
  [['open'], ['leak'], ['switch'], ['rest'], ['reconcile'], ['pay']],
]
/** Steps of a batch happen at the same time. */
const batch = fc.array(step, { minLength: 1, maxLength: 4 })
const history = fc
  .array(
    fc.oneof(
      fc.constantFrom(...RISKY),
      batch.map((steps) => [steps]),
    ),
    {
      minLength: 2,
      maxLength: 6,
    },
  )
  .map((parts) => parts.flat())

async function live(batches: Step[][]) {
  let now = Date.now()
  const clock = () => new Date(now)
  const wallet = memoryProvider(clock)
  const providers = { wechat_native: wallet.provider, bank_transfer: bankProvider }
  const core: CoreContext = { db, clock, jobs: context.jobs, providers }
  const entry = await api.build.entry(await api.build.user(), { entry_status: 10 })
  const told: { order_no: string; payment: Payment }[] = []

  const orders = () =>
    db
      .selectFrom('payment_orders')
      .selectAll()
      .where('apply_order_id', '=', entry.id)
      .orderBy('created_at')
      .orderBy('order_no')
      .execute()
  const open = (channel: 'wechat_native' | 'bank_transfer') =>
    openOrder(core, entry.id, {
      fee_type: FEE_TYPE.entry,
      channel,
      amount_minor: AMOUNT,
      currency: 'EUR',
      quote: {},
      billing: null,
      package_code: null,
      expires_at: new Date(now + 30 * 60_000),
    }).catch(() => undefined)

  const steps: Record<Step, () => Promise<unknown> | unknown> = {
    open: () => open('wechat_native'),
    switch: () => open('bank_transfer'),
    async pay() {
      for (const { order_no } of await orders()) {
        const payment = wallet.pay(order_no)
        if (payment) return told.push({ order_no, payment })
      }
    },
    notify: () =>
      Promise.all(
        told.map(({ order_no, payment }) =>
          applyPayment(core, order_no, payment, { source: 'notify' }),
        ),
      ),
    wait: () => (now += 60_000),
    rest: () => (now += 12 * 60_000),
    expire: () => (now += 31 * 60_000),
    reconcile: () => reconcileOrders(core),
    lose: () => wallet.faults.push('before'),
    cut: () => wallet.faults.push('after'),
    leak: () => wallet.leaks.push(true),
  }
  for (const batch of batches) await Promise.all(batch.map((one) => steps[one]()))

  // Everything calms down; not one notification arrives any more.
  wallet.faults.length = 0
  for (let hour = 0; hour < 30; hour += 1) {
    now += 3_600_000
    await reconcileOrders(core)
    await runRefunds(core)
  }
  const ledger = await db
    .selectFrom('ledger')
    .selectAll()
    .where('order_no', 'in', (select) =>
      select.selectFrom('payment_orders').select('order_no').where('apply_order_id', '=', entry.id),
    )
    .execute()
  const fee = await db
    .selectFrom('apply_orders')
    .selectAll()
    .where('id', '=', entry.id)
    .executeTakeFirstOrThrow()
  return { wallet, orders: await orders(), ledger, fee }
}

test('whatever happens in whatever order, our books end as those of the wallet', async () => {
  let paid = 0
  let late = 0
  let duplicates = 0
  await fc.assert(
    fc.asyncProperty(history, async (batches) => {
      const { wallet, orders, ledger, fee } = await live(batches)
      const inStatus = (status: number) => orders.filter((order) => order.status === status)
      const moved = (kind: string) => ledger.filter((fact) => fact.kind === kind)
      const sum = (facts: { amount_minor: number }[]) =>
        facts.reduce((total, { amount_minor }) => total + amount_minor, 0)
      paid += inStatus(S.paid).length
      late += orders.filter((order) => order.is_late).length
      duplicates += orders.filter((order) => order.is_duplicate).length

      // Nothing is left open, and at most one order has paid the fee.
      expect(
        orders.filter(({ status }) =>
          [S.created, S.awaiting, S.closing].some((one) => one === status),
        ),
      ).toEqual([])
      expect(inStatus(S.paid).length).toBeLessThanOrEqual(1)
      // The fee is paid exactly when an order is, and the entry with it.
      expect(fee.entry_fee_status === ENTRY_FEE_STATUS.paid).toBe(inStatus(S.paid).length === 1)
      expect(fee.entry_status).toBe(inStatus(S.paid).length === 1 ? 20 : 10)
      if (wallet.payments().length > 0) expect(inStatus(S.paid)).toHaveLength(1)
      // Every payment is written once, every second one is sent back.
      expect(
        moved('payment')
          .map((fact) => fact.provider_txn)
          .sort(),
      ).toEqual(
        wallet
          .payments()
          .map((payment) => payment.txn)
          .sort(),
      )
      expect(orders.filter((order) => order.is_duplicate && order.status !== S.refunded)).toEqual(
        [],
      )
      expect(sum(moved('payment')) - sum(moved('refund'))).toBe(
        sum(wallet.payments()) - wallet.refunded(),
      )
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  // The histories are worth something only if they reach the hard cases.
  expect(paid).toBeGreaterThan(RUNS / 4)
  expect(late).toBeGreaterThan(0)
  expect(duplicates).toBeGreaterThan(0)
})
