import { z } from 'zod'
import { Billing } from '@awards/shared/contract'
import { taxedPrice } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import type { Db } from '../../../db/database.ts'
import { creditNotesService } from '../../documents/credit-notes.service.ts'
import { payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import { lockOrder } from '../orders/order-lines.repository.ts'
import type { Order } from '../payment-types.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import { requestRefundOf } from '../refunds/refund-request.ts'
import { refundsRepository } from '../refunds/refunds.repository.ts'
import { taxRecheckRepository } from './vat-checks.repository.ts'
import {
  vatToCheck,
  vatChecksService,
  buyerOfAccount,
  buyerOfBilling,
  provenBuyer,
} from './vat-checks.service.ts'
import { DAY_MS } from '../../../lib/durations.ts'

const REASON = 'The VAT number was confirmed after the payment'
const Net = z.object({ amount_ht: z.int(), event_amount_ht: z.int().default(0) })

/**
 * Re-checks a VAT number a day after a payment with tax for which VIES was unavailable (domain page
 * §2.9). If it is valid, replaces the invoice by one without tax and refunds the tax.
 */
export function taxRecheck(context: AppContext) {
  const { db, clock, log } = context
  const vatChecks = vatChecksService(context)
  const creditNotes = creditNotesService(context)

  async function buyerOf(order: Order) {
    const { data: billing } = Billing.safeParse(order.billing)
    if (billing) return buyerOfBilling(billing)
    const entry = await payableEntriesRepository(db).find(order.apply_order_id)
    if (!entry) throw new Error(`Order ${order.order_no} has no entry`)
    return buyerOfAccount(await pricesRepository(db).buyer(entry.user_id))
  }

  async function recheck(order: Order): Promise<void> {
    const given = await buyerOf(order)
    const question = vatToCheck(given)
    const outcome = question ? (await vatChecks.check(null, question)).status : 'invalid'
    const record = () => taxRecheckRepository(db).record(order.order_no, outcome, clock())
    if (outcome !== 'valid') return void (await record())

    const hasOpenRefund = async (at: Db) =>
      (await refundsRepository(at).unsettledOf(order.order_no)).length > 0
    const { amount_ht, event_amount_ht } = Net.parse(order.quote)
    const { buyer } = await provenBuyer(db, clock(), given)
    const taxed = taxedPrice(amount_ht, event_amount_ht, buyer, order.paid_at ?? clock())
    // Waits for open refunds: the tax is that of what remains after them.
    if (await hasOpenRefund(db)) return
    // Corrects the invoice before the refund, whose own credit note then finds nothing left to credit.
    await creditNotes.invoiced(order.order_no)
    await creditNotes.reissue(order.order_no, { vat: taxed.lines }, 'vat')
    const invoiced = await creditNotes.invoiced(order.order_no)
    await db.transaction().execute(async (trx) => {
      const locked = await lockOrder(trx, order.order_no)
      if (!locked || (await hasOpenRefund(trx))) return
      for (const { line } of locked.lines) {
        const isAlone = locked.lines.length === 1
        const left = await refundsRepository(trx).refundable(order.order_no, line)
        const amount_minor = left - invoiced(isAlone ? undefined : line.apply_order_id)
        if (amount_minor <= 0) continue
        await requestRefundOf(trx, order, {
          entryId: line.apply_order_id,
          amount_minor,
          reason: REASON,
          by_user_id: null,
          at: clock(),
        })
      }
      await taxRecheckRepository(trx).record(order.order_no, outcome, clock())
    })
  }

  return async function recheckTaxes(): Promise<void> {
    const due = await taxRecheckRepository(db).due(new Date(clock().getTime() - DAY_MS))
    for (const order of due) {
      await recheck(order).catch((error: unknown) => {
        log.error('payments.tax_recheck_failed', { order_no: order.order_no, error })
      })
    }
  }
}
