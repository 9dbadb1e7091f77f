import {
  CHANNEL_FACTS,
  CHANNELS,
  ENTRY_FEE_STATUS,
  FEE_TYPE,
  WINNER_FEE_STATUS,
  type Channel,
} from '@awards/shared/domain'
import type { Billing } from '@awards/shared/contract'
import type { Actor } from '../../src/http/actor.ts'
import { createLog } from '../../src/observability/log.ts'
import { sql } from 'kysely'
import { openDatabase, type Db } from '../../src/db/database.ts'
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

/** Two pools on one database, as two processes of the API have them. */
export async function moneyStage(db: Db, build: Builders): Promise<Stage> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const socketDir = process.env['AWARDS_TEST_SOCKET'] ?? ''
  const second = openDatabase({ socketDir, database: rows[0]?.name ?? '' })
  const chair = await build.juror(1)
  const rights = { rights: [], are_rights_resting: false }
  const person = { display_name: 'Person', language: 'en' as const, ...rights }
  const { id, email } = await build.user()
  return {
    dbs: [db, second.db],
    build,
    chair: {
      ...person,
      id: chair.id,
      email: chair.email,
      identity: 1,
      juror: {
        id: chair.juror_id,
        level: 1,
        category_ids: [],
        capabilities: ['can_manage_fees'],
        agreement_signed: true,
      },
    },
    entrant: { ...person, id, email, identity: 0, juror: null },
  }
}

/** A gross amount as a quote has it, with a fifth of its net as tax. */
function taxed(amount: number) {
  const amount_ht = Math.round(amount / 1.2)
  return { amount, amount_ht, vat_rate: 20, vat_amount: amount - amount_ht }
}

/** The fees of one entrant, two processes, and a provider of each channel: wallets and card services with injectable faults. */
export async function moneyWorld(
  stage: Stage,
  kind: History['fee'],
  works: History['works'] = 1,
  billing: Billing | null = null,
  /** When the history begins, and the day of transfers that are confirmed by hand. */
  { start = Date.now(), value_date = '2026-11-18' } = {},
) {
  let now = start
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
  const entryIds: string[] = []
  while (entryIds.length < works) {
    entryIds.push((await stage.build.entry({ id: stage.entrant.id }, given)).id)
  }
  const entryAt = (pick: number) => entryIds[pick % works] ?? ''
  /** Some of the works: all of them for 0, else those whose bit is set. */
  const someOf = (pick: number) => {
    const mask = pick % 2 ** works
    return mask === 0 ? entryIds : entryIds.filter((_, index) => mask & (1 << index))
  }
  let price = 31_200

  return {
    ...stage,
    cores,
    wallets,
    cards,
    channels: { wallets: WALLETS, cards: CARDS, banks: BANKS },
    feeType,
    entryIds,
    entryAt,
    db,
    providers: [...wallets, ...cards],
    notices: [] as Notice[],
    pass: (minutes: number) => (now += minutes * MINUTE),
    changePrice: (amount: number) => (price = amount),
    orders: () =>
      db
        .selectFrom('payment_orders')
        .selectAll()
        .where(
          'order_no',
          'in',
          db
            .selectFrom('order_lines')
            .select('order_no')
            .where('apply_order_id', 'in', entryIds)
            .where('fee_type', '=', feeType),
        )
        .orderBy('created_at')
        .orderBy('order_no')
        .$castTo<Order>()
        .execute(),
    /** Opens an order for some of the works, one of them for `alone`. */
    open: (core: 0 | 1, channel: Channel, pick: number, alone = false) => {
      const paid = alone ? [entryAt(pick)] : someOf(pick)
      const amount = price * paid.length
      const lines = paid.map((apply_order_id) => ({ apply_order_id, ...taxed(price) }))
      return openOrder(cores[core], {
        entryIds: paid,
        fee_type: feeType,
        channel,
        amount_minor: amount,
        currency: 'EUR',
        quote: { ...taxed(amount), ...(paid.length > 1 && { lines }) },
        billing,
        package_code: kind === 'entry' ? null : 'signature',
        expires_at: new Date(now + CHANNEL_FACTS[channel].expiryMinutes * MINUTE),
      })
    },
    async byHand(
      core: 0 | 1,
      entryId: string,
      status: keyof typeof STATUSES.entry,
      evidence?: string,
    ) {
      const { version } = await db
        .selectFrom('apply_orders')
        .select('version')
        .where('id', '=', entryId)
        .executeTakeFirstOrThrow()
      const open = evidence
        ? await db
            .selectFrom('fee_orders')
            .select('order_amount_minor as amount_minor')
            .where('apply_order_id', '=', entryId)
            .where('status', 'in', [0, 1])
            .executeTakeFirst()
        : undefined
      if (evidence && !open) return
      await manualFeeService(cores[core]).change(stage.chair, feeType, {
        apply_order_id: entryId,
        status: STATUSES[kind][status],
        version,
        reason: 'As the board decided',
        ...(evidence && {
          evidence: {
            amount_minor: open?.amount_minor ?? 0,
            value_date,
            reference: evidence,
          },
        }),
      })
    },
  }
}
