import {
  CHANNEL_FACTS,
  CHANNELS,
  ENTRY_FEE_STATUS,
  FEE_TYPE,
  WINNER_FEE_STATUS,
  type Channel,
} from '@awards/shared/domain'
import type { Actor } from '../../src/http/actor.ts'
import { createLog } from '../../src/observability/log.ts'
import type { Db } from '../../src/db/database.ts'
import { jobQueue } from '../../src/jobs/job-queue.ts'
import { manualFeeService } from '../../src/modules/payments/checkout/manual-fee.service.ts'
import { openOrder } from '../../src/modules/payments/orders/open-order.ts'
import type { CoreContext } from '../../src/modules/payments/orders/apply-payment.ts'
import type { Order, Payment } from '../../src/modules/payments/payment-types.ts'
import { bankProvider } from '../../src/modules/payments/channels/bank/bank-channel.ts'
import type { Providers } from '../../src/modules/payments/channels/provider.ts'
import type { Builders } from '../build.ts'
import { memoryProvider } from '../memory-provider.ts'
import type { History } from './money-steps.ts'

const MINUTE = 60_000
const STATUSES = {
  entry: {
    unpaid: ENTRY_FEE_STATUS.unpaid,
    paid: ENTRY_FEE_STATUS.paid,
    waived: ENTRY_FEE_STATUS.waived,
    refund_pending: ENTRY_FEE_STATUS.refund_pending,
    refunded: ENTRY_FEE_STATUS.refunded,
  },
  package: {
    unpaid: WINNER_FEE_STATUS.offered,
    paid: WINNER_FEE_STATUS.paid,
    waived: WINNER_FEE_STATUS.waived,
    refund_pending: WINNER_FEE_STATUS.refund_pending,
    refunded: WINNER_FEE_STATUS.refunded,
  },
}

/** Shared by the histories of a run: two processes with their own pools, and the people. */
export type Stage = { dbs: readonly [Db, Db]; build: Builders; chair: Actor; entrant: Actor }
export type World = Awaited<ReturnType<typeof moneyWorld>>
export type Notice = { order_no: string; payment: Payment }

const withAction = (wanted: 'qrcode' | 'redirect' | 'bank') =>
  CHANNELS.filter((channel) => CHANNEL_FACTS[channel].action === wanted)
const WALLETS = withAction('qrcode')
const CARDS = withAction('redirect')
const BANKS = withAction('bank')

/** One fee, two processes, and a provider of each channel: wallets and card services with injectable faults. */
export async function moneyWorld(stage: Stage, kind: History['fee']) {
  let now = Date.now()
  const clock = () => new Date(now)
  const wallets = WALLETS.map(() => memoryProvider(clock, 'wallet'))
  const cards = CARDS.map(() => memoryProvider(clock, 'card'))
  const providers: Providers = {
    ...Object.fromEntries(WALLETS.map((name, index) => [name, wallets[index]?.provider])),
    ...Object.fromEntries(CARDS.map((name, index) => [name, cards[index]?.provider])),
    ...Object.fromEntries(BANKS.map((name) => [name, bankProvider])),
  }
  const log = createLog('error')
  const coreOf = (db: Db): CoreContext => ({
    db,
    clock,
    providers,
    log,
    jobs: jobQueue({
      db,
      clock,
      log,
    }),
  })
  const cores = [coreOf(stage.dbs[0]), coreOf(stage.dbs[1])] as const
  const [db] = stage.dbs
  const feeType = kind === 'entry' ? FEE_TYPE.entry : FEE_TYPE.winner_package
  const given =
    kind === 'entry'
      ? { entry_status: 10 }
      : { entry_status: 60, entry_fee_status: 2, winner_fee_status: WINNER_FEE_STATUS.offered }
  const entry = await stage.build.entry({ id: stage.entrant.id }, given)
  let price = 31_200

  return {
    ...stage,
    cores,
    wallets,
    cards,
    channels: { wallets: WALLETS, cards: CARDS, banks: BANKS },
    feeType,
    entryId: entry.id,
    db,
    providers: [...wallets, ...cards],
    notices: [] as Notice[],
    pass: (minutes: number) => (now += minutes * MINUTE),
    changePrice: (amount: number) => (price = amount),
    orders: () =>
      db
        .selectFrom('payment_orders')
        .selectAll()
        .where('apply_order_id', '=', entry.id)
        .where('fee_type', '=', feeType)
        .orderBy('created_at')
        .orderBy('order_no')
        .$castTo<Order>()
        .execute(),
    open: (core: 0 | 1, channel: Channel) =>
      openOrder(cores[core], entry.id, {
        fee_type: feeType,
        channel,
        amount_minor: price,
        currency: 'EUR',
        quote: { amount: price },
        billing: null,
        package_code: kind === 'entry' ? null : 'signature',
        expires_at: new Date(now + CHANNEL_FACTS[channel].expiryMinutes * MINUTE),
      }),
    async byHand(core: 0 | 1, status: keyof typeof STATUSES.entry, evidence?: string) {
      const { version } = await db
        .selectFrom('apply_orders')
        .select('version')
        .where('id', '=', entry.id)
        .executeTakeFirstOrThrow()
      const open = evidence
        ? await db
            .selectFrom('payment_orders')
            .select('amount_minor')
            .where('apply_order_id', '=', entry.id)
            .where('status', 'in', [0, 1])
            .executeTakeFirst()
        : undefined
      if (evidence && !open) return
      await manualFeeService(cores[core]).change(stage.chair, feeType, {
        apply_order_id: entry.id,
        status: STATUSES[kind][status],
        version,
        reason: 'As the board decided',
        ...(evidence && {
          evidence: {
            amount_minor: open?.amount_minor ?? 0,
            value_date: '2026-11-18',
            reference: evidence,
          },
        }),
      })
    },
  }
}
