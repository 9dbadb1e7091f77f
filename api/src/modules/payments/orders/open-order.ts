import { z } from 'zod'
import {
  FEE_NAMES,
  CHANNEL_FACTS,
  FEE_TYPE,
  PAYMENT_STATUS,
  next,
  PAYMENT_MACHINE,
  type FeeType,
  type PaymentEvent,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { changeEntryStatus } from '../../entries/entry-status.repository.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order, OrderTerms, PayableEntry } from '../payment-types.ts'
import { quoteCodesRepository } from '../prices/prices.repository.ts'
import {
  PAYMENT_JOBS,
  isUndecided,
  refreshOrder,
  releaseFees,
  feeStatus,
  followFee,
  isSettled,
  nextFee,
  type CoreContext,
} from './apply-payment.ts'
import { lockEntriesToPay } from './checkout-orders.ts'
import { lockOrder, orderLinesRepository } from './order-lines.repository.ts'
import { newOrderNumber, ordersRepository, payerRepository } from './orders.repository.ts'
import { nextPoll, settleClosing } from './reconcile.ts'

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

/** The fees of entries that are paid together. */
type Fees = Pick<OrderTerms, 'entryIds' | 'fee_type'>

/** Refuses fees one of which was settled meanwhile; says which, if others are still due. */
async function refuseSettled(db: Db, { entryIds, fee_type }: Fees): Promise<never> {
  requireUnsettled(await payableEntriesRepository(db).findAll(entryIds), fee_type)
  throw alreadyPaid()
}

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

/** The number of an order that has to be closed before its fee is claimed. */
type Stale = { stale: string }

/**
 * Runs a transaction that claims fees, for an order or for nothing. While it answers an order that stands in its way,
 * closes that order at its provider, without a lock, and runs it again.
 */
export async function claimFees<T extends object>(
  context: CoreContext,
  fees: Fees,
  claim: (trx: Db) => Promise<T | Stale>,
): Promise<T> {
  const claimed = await context.db.transaction().execute(claim)
  if (!('stale' in claimed)) return claimed
  const outcome = await settleClosing(context, claimed.stale)
  if (outcome === 'closed') return claimFees(context, fees, claim)
  if (outcome === 'processing') throw stillProcessing()
  if (outcome === 'paid') return refuseSettled(context.db, fees)
  throw stillClosing()
}

/** Locks the order of a fee that has not ended; refuses one that the bank is processing. */
export async function lockOpenOrder(trx: Db, entryId: string, feeType: FeeType) {
  const orders = ordersRepository(trx)
  const open = await orders.lockOneOf(entryId, feeType, [S.created, S.awaiting])
  if (open?.processing_since) throw stillProcessing()
  return open ?? orders.lockOneOf(entryId, feeType, [S.closing])
}

/** Marks a locked order for closing, because another claim of its fee replaces it. */
export async function replaceOrder(trx: Db, order: Order, now: Date): Promise<Stale> {
  const { order_no } = order
  if (order.status !== S.closing) {
    const change = { status: statusAfter(order, 'close'), next_check_at: now }
    await ordersRepository(trx).move(order_no, order.status, change, { by: 'payer', at: now })
  }
  return { stale: order_no }
}

/**
 * Queries an open card order before a claim replaces it: a payer who ordered a debit may be back
 * before its webhook. If the query fails, closing the order finds out.
 */
async function refreshReplacedOrders(
  context: CoreContext,
  { entryIds, fee_type }: Fees,
  isKept: (order: Order) => Promise<boolean> = async () => false,
) {
  const open = new Map<string, Order>()
  for (const entryId of entryIds) {
    const orders = await ordersRepository(context.db).openOrders(entryId, fee_type)
    for (const order of orders) open.set(order.order_no, order)
  }
  for (const order of open.values()) {
    if (!CHANNEL_FACTS[order.channel].hasDelayedSettlement || order.status !== S.awaiting) continue
    if (await isKept(order)) continue
    await refreshOrder(context, order, 'query')
  }
}

function statusAfter(order: Order, event: PaymentEvent) {
  const status = next(PAYMENT_MACHINE, order.status, event)
  if (status === undefined) throw new Error(`Order ${order.order_no} does not take ${event}`)
  return status
}

const providerUnavailable = () =>
  new BusinessError(
    503,
    'The payment service does not answer. Nothing was charged; please try again in a moment.',
    {
      reason: 'PROVIDER_UNAVAILABLE',
    },
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
  const { db, clock } = context
  const isKept = (order: Order) => isReusable(db, order, terms, clock())
  await refreshReplacedOrders(context, terms, isKept)
  const { order } = await claimFees(context, terms, (trx) => claimOrder(trx, context, terms, payer))
  return order.status === S.awaiting ? order : createAtProvider(context, order)
}

/** Under the entries' lock: reuses the open order, marks one for closing, or inserts a new one. */
async function claimOrder(
  trx: Db,
  { clock, jobs }: CoreContext,
  terms: OrderTerms,
  payer: Actor | undefined,
) {
  const now = clock()
  const orders = ordersRepository(trx)
  const { entryIds, fee_type, channel, ...agreed } = terms
  const entries = await lockEntriesToPay(trx, entryIds, payer)
  requireUnsettled(entries, fee_type)

  for (const entryId of entryIds) {
    const open = await lockOpenOrder(trx, entryId, fee_type)
    if (!open) continue
    if (!(await isReusable(trx, open, terms, now))) return replaceOrder(trx, open, now)
    if (terms.billing) await orders.setBilling(open.order_no, terms.billing, payer?.id)
    return { order: open }
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

/** Whether an open order pays the same fees at the same prices, on the same grounds of tax, and is not expired. */
async function isReusable(db: Db, order: Order, terms: OrderTerms, now: Date): Promise<boolean> {
  if (
    order.status === S.closing ||
    order.expires_at <= now ||
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

type Free = {
  code?: string | null
  package_code?: string
  payer?: Actor
  /** The entries that are paid together with it; itself alone without. */
  basket?: readonly string[]
}

/** Waives a fee of zero at once: no order, no invoice (domain page §2.8 c). An order that is open is closed first. */
export async function settleForFree(
  context: CoreContext,
  entryId: string,
  fee_type: FeeType,
  free: Free,
): Promise<void> {
  await refreshReplacedOrders(context, { entryIds: [entryId], fee_type })
  const fees = { entryIds: free.basket ?? [entryId], fee_type }
  await claimFees(context, fees, async (trx) => {
    const [entry] = await lockEntriesToPay(trx, [entryId], free.payer)
    if (!entry) throw new Error(`Entry ${entryId} is gone`)
    if (isSettled(entry, fee_type)) return refuseSettled(trx, fees)
    const open = await lockOpenOrder(trx, entryId, fee_type)
    if (open) return replaceOrder(trx, open, context.clock())
    return waiveFee(trx, context.clock(), entry, fee_type, free)
  })
}

async function waiveFee(trx: Db, now: Date, entry: PayableEntry, feeType: FeeType, free: Free) {
  const entries = payableEntriesRepository(trx)
  const from = followFee(feeType, feeStatus(entry, feeType), ['reconsider'])
  const to = nextFee(feeType, from, 'waive')
  if (to === undefined) throw alreadyPaid()
  await entries.updateVersion(entry.id, {
    [feeColumn(feeType)]: to,
    ...(feeType === FEE_TYPE.entry
      ? { paid_at: now }
      : { package_code: free.package_code ?? null }),
  })
  if (feeType === FEE_TYPE.entry) await changeEntryStatus(trx, 'settle_fee', [entry.id])
  await entries.event(entry.id, 'fee_waived', free.code ?? free.package_code ?? null, now)
  if (free.code) await quoteCodesRepository(trx).take(free.code, entry.id)
  return entry
}
