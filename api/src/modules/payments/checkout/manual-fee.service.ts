import {
  CHANNEL_FACTS,
  FEE_TYPE,
  PAYMENT_STATUS,
  entryFeeStatusText,
  MANUAL_ENTRY_FEE_EVENTS,
  MANUAL_WINNER_FEE_EVENTS,
  winnerFeeStatusText,
  type EntryFeeEvent,
  type FeeType,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { decimal } from '../../../lib/csv.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { changeEntryStatus, type EntryColumns } from '../../entries/entry-status.repository.ts'
import {
  applyPaymentIn,
  type CoreContext,
  feeStatus,
  isSettled,
  nextFee,
  releaseFees,
} from '../orders/apply-payment.ts'
import { lockOrder, orderLinesRepository } from '../orders/order-lines.repository.ts'
import { newOrderNumber, ordersRepository } from '../orders/orders.repository.ts'
import type { Order, PayableEntry } from '../payment-types.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import { quoteEntryFee } from '../prices/quotes.service.ts'
import { requestRefund, isFutureDay, requireBankTransfer } from '../refunds/refund-request.ts'
import { refundsRepository } from '../refunds/refunds.repository.ts'
import { applyRefundIn } from '../refunds/refunds.ts'
import { buyerOfAccount } from '../tax/vat-checks.service.ts'
import { pricedPackages } from './package-checkout.service.ts'
import { feeColumn, payableEntriesRepository } from './payable-entries.repository.ts'

type ChangeRequest = {
  apply_order_id: string
  status: number
  version: number
  reason?: string | undefined
  evidence?: { amount_minor: number; value_date: string; reference: string } | undefined
}
type Action = { actor: Actor; entry: PayableEntry; feeType: FeeType; change: ChangeRequest }

const S = PAYMENT_STATUS
const field = (name: string, message: string) => new BusinessError(422, { [name]: [message] })

/**
 * Manual changes of a fee by a juror with `can_manage_fees` (domain page §2.5). Only the listed
 * transitions exist; a payment that a provider confirmed cannot be undone here.
 */
export const manualFeeService = (context: CoreContext) => ({
  change: (actor: Actor, feeType: FeeType, change: ChangeRequest) =>
    context.db.transaction().execute(async (trx) => {
      const entries = payableEntriesRepository(trx)
      const jurorId = actor.juror?.id
      if (!jurorId || !(await entries.isInPanel(jurorId, change.apply_order_id))) {
        throw new BusinessError(403, 'This entry is not in your panel.')
      }
      const entry = await entries.lock(change.apply_order_id)
      const from = feeStatus(entry, feeType)
      if (from === change.status) {
        return { status: from, version: entry.version, changed: false }
      }
      if (entry.version !== change.version) {
        throw new BusinessError(
          409,
          'Somebody changed this entry meanwhile. Look at it again, then decide.',
          { reason: 'VERSION', version: entry.version },
        )
      }
      const event = manualEvent(feeType, change.status)
      if (nextFee(feeType, from, event) === undefined) {
        throw await manualActions(trx, context).refusal(entry, feeType, change)
      }
      await manualActions(trx, context).perform(event, { actor, entry, feeType, change })
      await auditRepository(trx).record(actor, 'fee.changed', entry.id, {
        before: { fee_type: feeType, status: statusText(feeType, from) },
        after: { status: statusText(feeType, change.status), ...change.evidence },
        reason: change.reason,
      })
      const after: PayableEntry = await entries.lock(entry.id)
      return { status: feeStatus(after, feeType), version: after.version, changed: true }
    }),
})

/** The effects of each manual event, inside the caller's transaction. */
function manualActions(trx: Db, { clock, jobs }: Pick<CoreContext, 'clock' | 'jobs'>) {
  const orders = ordersRepository(trx)
  const entries = payableEntriesRepository(trx)

  async function setFee({ entry, feeType }: Action, event: EntryFeeEvent, more: EntryColumns = {}) {
    const status = nextFee(feeType, feeStatus(entry, feeType), event)
    await entries.updateVersion(entry.id, { [feeColumn(feeType)]: status, ...more })
    await entries.event(entry.id, `fee_${event}`, null, clock())
  }

  /** The open transfer order of a fee. Refuses an open order of a provider, which alone can close it. */
  async function openTransfer({ entry, feeType }: Action) {
    const open = await orders.lockOneOf(entry.id, feeType, [S.created, S.awaiting])
    if (!open || CHANNEL_FACTS[open.channel].isManual) return open
    throw new BusinessError(
      409,
      'A payment of this fee is open at the payment service. Wait until it is paid or has run out.',
      { reason: 'PROVIDER_OPEN', order_no: open.order_no },
    )
  }

  /**
   * Closes the open transfer order, which returns the fees of its other entries to unpaid; a transfer has no
   * provider to ask. The order of a basket stays open while another of its entries is due: the money may be
   * on its way, and this line is then refunded.
   */
  async function closeTransfer(action: Action, event: EntryFeeEvent) {
    const open = await openTransfer(action)
    const locked = open && (await lockOrder(trx, open.order_no))
    if (!locked) return
    const others = locked.lines.filter(({ entry }) => entry.id !== action.entry.id)
    const isOthersDue = others.some(({ entry }) => !isSettled(entry, action.feeType))
    if (event === 'waive' && isOthersDue) return
    const at = clock()
    const by = { by: 'organiser', at } as const
    await orders.move(open.order_no, open.status, { status: S.closing }, by)
    const closed = { status: S.closed, closed_at: at, next_check_at: null }
    await orders.move(open.order_no, S.closing, closed, by)
    await releaseFees(trx, { ...locked, lines: others })
  }

  async function confirmTransfer(action: Action) {
    const { change, actor } = action
    const evidence = change.evidence
    if (!evidence) {
      throw field('evidence.reference', 'Give amount, value date and reference of the transfer')
    }
    if (isFutureDay(evidence.value_date, clock())) {
      throw field('evidence.value_date', 'This day is still to come')
    }
    const order =
      (await openTransfer(action)) ??
      (await orders.lockClosedTransfer(action.entry.id, action.feeType, evidence.amount_minor)) ??
      (await orders.insert(await transferOrder(action)))
    await requirePanel(order, actor)
    if (evidence.amount_minor !== order.amount_minor) {
      const due = `${decimal(order)} ${order.currency}`
      throw field(
        'evidence.amount_minor',
        `The fee is ${due}. Settle a difference with the entrant first`,
      )
    }
    const payment = {
      txn: evidence.reference,
      amount_minor: evidence.amount_minor,
      currency: order.currency,
      paid_at: new Date(evidence.value_date),
    }
    const from = { source: 'juror', by_user_id: actor.id }
    const outcome = await applyPaymentIn(trx, { clock, jobs }, order.order_no, payment, from)
    if (outcome === 'already') {
      throw field('evidence.reference', 'This reference has settled another fee already')
    }
    if (outcome !== 'paid') {
      throw field(
        'status',
        'This entry has left the competition and takes no money. Send the transfer back at your bank',
      )
    }
  }

  /** A transfer for several works settles them all, so that all have to be in the juror's panel. */
  async function requirePanel({ order_no }: Order, { juror }: Actor) {
    for (const line of await orderLinesRepository(trx).of(order_no)) {
      if (juror && (await entries.isInPanel(juror.id, line.apply_order_id))) continue
      throw new BusinessError(
        403,
        'This transfer also pays for works outside your panel. Ask a chair who looks after all of them to confirm it.',
      )
    }
  }

  /** An order for a transfer that arrived without one, at today's price. */
  async function transferOrder({ entry, feeType }: Action) {
    const now = clock()
    const buyer = buyerOfAccount(await pricesRepository(trx).buyer(entry.user_id))
    const terms = { entry, buyer, language: 'en' as const }
    const quote =
      feeType === FEE_TYPE.entry
        ? await quoteEntryFee(trx, now, terms).catch(refuseWithoutPrice)
        : (await pricedPackages(trx, now, entry, buyer)).find(
            ({ code }) => code === entry.package_code,
          )
    if (!quote) throw field('status', 'The entrant has not chosen a package yet')
    return {
      order_no: newOrderNumber(now),
      apply_order_id: entry.id,
      fee_type: feeType,
      channel: 'bank_transfer' as const,
      quote: JSON.stringify(quote),
      package_code: feeType === FEE_TYPE.entry ? null : entry.package_code,
      amount_minor: quote.amount,
      currency: quote.currency,
      created_at: now,
      expires_at: now,
    }
  }

  async function waive(action: Action) {
    requireReason(action.change)
    await closeTransfer(action, 'waive')
    if (action.feeType !== FEE_TYPE.entry) return setFee(action, 'waive')
    await setFee(action, 'waive', { paid_at: clock() })
    await changeEntryStatus(trx, 'settle_fee', [action.entry.id])
  }

  async function askRefund(action: Action) {
    const { entry, feeType, change, actor } = action
    const reason = requireReason(change)
    const request = { entryId: entry.id, feeType, reason, at: clock() }
    const isRequested = await requestRefund(trx, actor, request)
    if (!isRequested) await setFee(action, 'ask_refund')
  }

  async function confirmRefund(action: Action) {
    const { entry, feeType, actor, change } = action
    const order = await orders.lockOneOf(entry.id, feeType, [S.refunding])
    if (!order) return setFee(action, 'refund_done')
    requireBankTransfer(order)
    const { evidence } = change
    const from = { source: 'juror', by_user_id: actor.id, ...(evidence && { evidence }) }
    for (const refund of await refundsRepository(trx).unsettledOf(order.order_no)) {
      const { out_refund_no } = refund
      if (refund.apply_order_id !== null && refund.apply_order_id !== entry.id) continue
      await applyRefundIn(trx, { clock, jobs }, out_refund_no, 'succeeded', from)
    }
  }

  return {
    async perform(event: EntryFeeEvent, action: Action) {
      if (event === 'confirm_transfer') return confirmTransfer(action)
      if (event === 'waive') return waive(action)
      if (event === 'ask_refund') return askRefund(action)
      if (event === 'refund_done') return confirmRefund(action)
      await closeTransfer(action, event)
      return setFee(action, event)
    },

    /** The error for a transition that is not allowed, with what to do instead. */
    async refusal(entry: PayableEntry, feeType: FeeType, change: ChangeRequest) {
      const paid = await orders.lockOneOf(entry.id, feeType, [S.paid, S.refunding])
      if (paid && !CHANNEL_FACTS[paid.channel].isManual) {
        return new BusinessError(
          409,
          'The payment service has confirmed this payment. Ask for a refund instead.',
          {
            reason: 'PROVIDER_PAID',
            order_no: paid.order_no,
          },
        )
      }
      return new BusinessError(409, 'This fee cannot go to that status from where it is.', {
        reason: 'EDGE',
        from: feeStatus(entry, feeType),
        to: change.status,
      })
    },
  }
}

/** Outside the fee periods a transfer has no price of today: 409 with the way out, since a juror has to act on the money. */
function refuseWithoutPrice(error: unknown): never {
  if (!(error instanceof BusinessError) || error.code !== 423) throw error
  throw new BusinessError(
    409,
    'No fee period is open, and no earlier transfer order has this amount. Ask an organiser to prolong a fee period under Programme, in a phase that takes fees, or send the transfer back at your bank.',
    { reason: 'FEE_WINDOW' },
  )
}

function requireReason({ reason }: ChangeRequest): string {
  if (reason) return reason
  throw field('reason', 'Give the reason')
}

function manualEvent(feeType: FeeType, status: number): EntryFeeEvent {
  const events: Record<number, EntryFeeEvent> =
    feeType === FEE_TYPE.entry ? MANUAL_ENTRY_FEE_EVENTS : MANUAL_WINNER_FEE_EVENTS
  const event = events[status]
  if (event) return event
  const allowed = Object.keys(events).map((key) => `${key} (${statusText(feeType, Number(key))})`)
  throw new BusinessError(422, { status: [`Choose one of ${allowed.join(', ')}`] })
}

const statusText = (feeType: FeeType, status: number) =>
  feeType === FEE_TYPE.entry ? entryFeeStatusText(status) : winnerFeeStatusText(status)
