import { z } from 'zod'
import { Billing } from '@awards/shared/contract'
import { taxedPrice } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import type { Db } from '../../../db/database.ts'
import { creditNotesService } from '../../documents/credit-notes.service.ts'
import { payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order } from '../payment-types.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import { requestRefundOf } from '../refunds/refund-request.ts'
import { refundsRepository } from '../refunds/refunds.repository.ts'
import { taxRecheckRepository } from './vat-checks.repository.ts'
import { buyerOfAccount, buyerOfBilling, provenBuyer } from './vat-buyer.ts'
import { askedOf, vatChecksService } from './vat-checks.service.ts'

const DAY_MS = 86_400_000
const REASON = 'The VAT number was confirmed after the payment'
const Net = z.object({ amount_ht: z.int(), event_amount_ht: z.int().default(0) })

/**
 * Looks a VAT number up again a day after it was paid for with tax because nobody could say whether it
 * is valid (domain page §2.9). When it is, the invoice is replaced by one without tax, and the tax goes
 * back.
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

  async function lookAgain(order: Order): Promise<void> {
    const told = await buyerOf(order)
    const asked = askedOf(told)
    const outcome = asked ? (await vatChecks.check(null, asked)).status : 'invalid'
    const keep = () => taxRecheckRepository(db).keep(order.order_no, outcome, clock())
    if (outcome !== 'valid') return void (await keep())

    const isMoving = async (at: Db) =>
      (await refundsRepository(at).unsettledOf(order.order_no)).length > 0
    const { amount_ht, event_amount_ht } = Net.parse(order.quote)
    const { buyer } = await provenBuyer(db, clock(), told)
    const taxed = taxedPrice(amount_ht, event_amount_ht, buyer, order.paid_at ?? clock())
    // What is on its way back comes first: the tax is that of what is left after it.
    if (await isMoving(db)) return
    // The invoice before the money: the refund's own credit note then finds nothing left to give back.
    await creditNotes.invoiced(order.order_no)
    await creditNotes.reissue(order.order_no, { vat: taxed.lines }, 'vat')
    const invoiced = await creditNotes.invoiced(order.order_no)
    await db.transaction().execute(async (trx) => {
      await payableEntriesRepository(trx).lock(order.apply_order_id)
      if (await isMoving(trx)) return
      const amount_minor = (await refundsRepository(trx).refundable(order.order_no)) - invoiced
      if (amount_minor > 0) {
        const request = { amount_minor, reason: REASON, by_user_id: null, at: clock() }
        await requestRefundOf(trx, order, request)
      }
      await taxRecheckRepository(trx).keep(order.order_no, outcome, clock())
    })
  }

  return async function recheckTaxes(): Promise<void> {
    const due = await taxRecheckRepository(db).due(new Date(clock().getTime() - DAY_MS))
    for (const order of due) {
      await lookAgain(order).catch((error: unknown) => {
        log.error('payments.tax_recheck_failed', { order_no: order.order_no, error })
      })
    }
  }
}
