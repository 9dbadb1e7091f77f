import { z } from 'zod'
import {
  FEE_NAMES,
  CHANNEL_FACTS,
  FEE_TYPE,
  next,
  PAYMENT_MACHINE,
  PAYMENT_STATUS,
  type PaymentEvent,
  type FeeType,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { changeEntryStatus } from '../../entries/entry-status.repository.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order, OrderTerms, PayableEntry } from '../payment-types.ts'
import { quoteCodesRepository } from '../prices/prices.repository.ts'
import { lockOrder, orderLinesRepository } from './order-lines.repository.ts'
import {
  PAYMENT_JOBS,
  isUndecided,
  refreshOrder,
  type CoreContext,
  releaseFees,
  feeStatus,
  followFee,
  isSettled,
  nextFee,
} from './apply-payment.ts'
import { lockEntriesToPay } from './checkout-orders.ts'
import { settleClosing, nextPoll } from './reconcile.ts'
import { newOrderNumber, ordersRepository, payerRepository } from './orders.repository.ts'

const S = PAYMENT_STATUS

export const alreadyPaid = () =>
  new BusinessError(409, 'This fee is already settled. There is nothing left to pay.', {
    reason: 'ALREADY_PAID',
  })

/** Refuses fees that cost nothing any more. Of several, names those; the page asks for a price of the others. */
export function requireUnsettled(entries: readonly PayableEntry[], feeType: FeeType): void {
  const settled = entries.filter((entry) => isSettled(entry, feeType))
  if (settled.length === 0) return
  if (settled.length === entries.length) throw alreadyPaid()
  throw new BusinessError(
    409,
    'Some of these works need no payment any more. Take them out of the basket, then pay the others.',
    { reason: 'BASKET_CHANGED', settled: settled.map(({ id }) => id) },
  )
}

const providerUnavailable = () =>
  new BusinessError(
    503,
    'The payment service does not answer. Nothing was charged; please try again in a moment.',
    {
      reason: 'PROVIDER_UNAVAILABLE',
    },
  )

/** While the bank processes the first payment, a second order would charge the payer twice. */
const stillProcessing = () =>
  new BusinessError(
    409,
    'Your bank is still processing the first payment of this fee. You need not pay again: we write to you as soon as it has arrived or failed.',
    { reason: 'PAYMENT_PROCESSING' },
  )
/** The payment of the earlier order is unknown, so the message does not mention it. */
const stillClosing = () =>
  new BusinessError(
    503,
    'The payment service has not confirmed yet that your earlier order is closed. Please wait a minute, then try again.',
    { reason: 'PROVIDER_UNAVAILABLE' },
  )

/**
 * Opens the order of one fee or of several, or reuses the one that is open on the same terms. A fee has one
 * open order: the others that contain one of these fees are closed first.
 */
export async function openOrder(
  context: CoreContext,
  terms: OrderTerms,
  payer?: Actor,
): Promise<Order> {
  await refreshReplacedOrders(context, terms)
  const claim = await context.db
    .transaction()
    .execute((trx) => claimOrder(trx, context, terms, payer))
  if ('stale' in claim) {
    const outcome = await settleClosing(context, claim.stale)
    if (outcome === 'closed') return openOrder(context, terms, payer)
    if (outcome === 'processing') throw stillProcessing()
    throw outcome === 'paid' ? alreadyPaid() : stillClosing()
  }
  const { order } = claim
  return order.status === S.awaiting ? order : createAtProvider(context, order)
}

/**
 * Queries an open card order before another one replaces it: a payer who ordered a debit may be back
 * before its webhook. If the query fails, closing the order finds out.
 */
async function refreshReplacedOrders(context: CoreContext, terms: OrderTerms) {
  const open = new Map<string, Order>()
  for (const entryId of terms.entryIds) {
    const orders = await ordersRepository(context.db).openOrders(entryId, terms.fee_type)
    for (const order of orders) open.set(order.order_no, order)
  }
  for (const order of open.values()) {
    if (!CHANNEL_FACTS[order.channel].hasDelayedSettlement || order.status !== S.awaiting) continue
    const isReused = await isSame(context.db, order, terms)
    if (isReused && order.expires_at > context.clock()) continue
    await refreshOrder(context, order, 'query')
  }
}

type Claim = { stale: string } | { order: Order }

/** Under the entries' lock: reuses the open order, marks one for closing, or inserts a new one. */
async function claimOrder(
  trx: Db,
  { clock, jobs }: CoreContext,
  terms: OrderTerms,
  payer: Actor | undefined,
): Promise<Claim> {
  const now = clock()
  const orders = ordersRepository(trx)
  const { entryIds, fee_type, channel, ...agreed } = terms
  const entries = await lockEntriesToPay(trx, entryIds, payer)
  requireUnsettled(entries, fee_type)

  for (const entryId of entryIds) {
    const open = await orders.lockOneOf(entryId, fee_type, [S.created, S.awaiting])
    if (open) {
      if (open.processing_since) throw stillProcessing()
      if ((await isSame(trx, open, terms)) && open.expires_at > now) {
        if (terms.billing) await orders.setBilling(open.order_no, terms.billing, payer?.id)
        return { order: open }
      }
      const status = statusAfter(open, 'close')
      const by = { by: 'payer', at: now } as const
      await orders.move(open.order_no, open.status, { status, next_check_at: now }, by)
      return { stale: open.order_no }
    }
    const closing = await orders.lockOneOf(entryId, fee_type, [S.closing])
    if (closing) return { stale: closing.order_no }
  }

  const [apply_order_id = ''] = entryIds
  const order = await orders.insert({
    ...agreed,
    fee_type,
    channel,
    quote: JSON.stringify(terms.quote),
    billing: terms.billing && JSON.stringify(terms.billing),
    order_no: newOrderNumber(now),
    apply_order_id,
    payer_id: payer?.id ?? null,
    created_at: now,
    next_check_at: nextPoll({ channel, expires_at: terms.expires_at, checks: 0 }, now),
  })
  const { isManual } = CHANNEL_FACTS[channel]
  const event = isManual ? 'declare_transfer' : 'open_order'
  for (const entry of entries) {
    const to = followFee(fee_type, feeStatus(entry, fee_type), ['reconsider', event])
    await payableEntriesRepository(trx).update(entry.id, { [feeColumn(fee_type)]: to })
  }
  if (isManual) {
    await jobs.enqueue(trx, PAYMENT_JOBS.transfer, { order_no: order.order_no })
  }
  return { order }
}

/** Whether an open order pays the same fees at the same prices, on the same grounds of tax. */
async function isSame(db: Db, order: Order, terms: OrderTerms): Promise<boolean> {
  if (
    order.channel !== terms.channel ||
    order.amount_minor !== terms.amount_minor ||
    order.currency !== terms.currency ||
    order.package_code !== terms.package_code ||
    taxReasonOf(order.quote) !== taxReasonOf(terms.quote)
  ) {
    return false
  }
  const lines = await orderLinesRepository(db).of(order.order_no)
  const paid = new Map(lines.map((line) => [line.apply_order_id, line.amount_minor]))
  const wanted = lineAmounts(terms)
  return wanted.length === paid.size && wanted.every(([id, amount]) => paid.get(id) === amount)
}

/** Each entry of the terms with its price. */
function lineAmounts({ entryIds, quote, amount_minor }: OrderTerms): [string, number][] {
  const { data } = QuotedLines.safeParse(quote)
  if (data) return data.lines.map((line) => [line.apply_order_id, line.amount])
  return entryIds.map((id) => [id, amount_minor])
}

const QuotedLines = z.object({
  lines: z.array(z.object({ apply_order_id: z.string(), amount: z.int() })),
})

/** The grounds of the tax, which the invoice states; another one needs another order. */
function taxReasonOf(quote: unknown): string {
  const { data } = TaxReason.safeParse(quote)
  return JSON.stringify([data?.mention, data?.vat_check?.vat_no, data?.vat_check?.status])
}

const TaxReason = z.object({
  mention: z.string().nullish(),
  vat_check: z.object({ vat_no: z.string(), status: z.string() }).nullish(),
})

/** The shortest limit of a provider (WeChat Pay: 127 bytes of a description). */
const LONGEST_DESCRIPTION = 120

/** Creates the order at the provider, without a lock. After a lost answer it stays `created` and is retried. */
async function createAtProvider(context: CoreContext, order: Order): Promise<Order> {
  const orders = ordersRepository(context.db)
  const provider = context.providers[order.channel]
  const payer = await payerRepository(context.db).find(order.order_no)
  const fee = FEE_NAMES.en[order.fee_type === FEE_TYPE.entry ? 'entry' : 'winner']
  const description = `${fee} ${payer.entry_no}`.slice(0, LONGEST_DESCRIPTION)
  const answer = await provider?.create(order, description, payer).catch(() => undefined)
  if (!answer) throw providerUnavailable()
  if ('refused' in answer) {
    // A refused retry of a create may mean that the order was paid: queries before failing it.
    await context.db.transaction().execute(async (trx) => {
      const locked = await lockOrder(trx, order.order_no)
      const status = statusAfter(order, 'refuse')
      const by = { by: 'provider', at: context.clock() } as const
      await ordersRepository(trx).move(order.order_no, S.created, { status }, by)
      if (locked) await releaseFees(trx, locked)
    })
    await refreshOrder(context, order, 'query')
    const now = await orders.find(order.order_no)
    throw now?.status === S.failed ? providerUnavailable() : alreadyPaid()
  }
  // The payer has nothing to scan or open: asks again at the next try, as after a lost answer.
  if (!answer.code_url && !CHANNEL_FACTS[order.channel].isManual) throw providerUnavailable()
  // Compare-and-set: a webhook may have been faster.
  const change = {
    status: statusAfter(order, 'announce'),
    code_url: answer.code_url,
    provider_ref: answer.ref ?? null,
  }
  const by = { by: 'system', at: context.clock() } as const
  await orders.move(order.order_no, S.created, change, by)
  const now = (await orders.find(order.order_no)) ?? order
  if (now.status !== S.awaiting) throw isUndecided(now) ? providerUnavailable() : alreadyPaid()
  return now
}

function statusAfter(order: Order, event: PaymentEvent) {
  const status = next(PAYMENT_MACHINE, order.status, event)
  if (status === undefined) throw new Error(`Order ${order.order_no} does not take ${event}`)
  return status
}

type Free = { code?: string | null; package_code?: string; payer?: Actor }

/** Waives a fee of zero at once: no order, no invoice (domain page §2.8 c). */
export const settleForFree = (db: Db, now: Date, entryId: string, feeType: FeeType, free: Free) =>
  db.transaction().execute(async (trx) => {
    const entries = payableEntriesRepository(trx)
    const [entry] = await lockEntriesToPay(trx, [entryId], free.payer)
    if (!entry) throw new Error(`Entry ${entryId} is gone`)
    const from = followFee(feeType, feeStatus(entry, feeType), ['reconsider'])
    const to = nextFee(feeType, from, 'waive')
    if (isSettled(entry, feeType) || to === undefined) throw alreadyPaid()
    await entries.updateVersion(entryId, {
      [feeColumn(feeType)]: to,
      ...(feeType === FEE_TYPE.entry
        ? { paid_at: now }
        : { package_code: free.package_code ?? null }),
    })
    if (feeType === FEE_TYPE.entry) await changeEntryStatus(trx, 'settle_fee', [entryId])
    await entries.event(entryId, 'fee_waived', free.code ?? free.package_code ?? null, now)
    if (free.code) await quoteCodesRepository(trx).take(free.code, entryId)
  })
