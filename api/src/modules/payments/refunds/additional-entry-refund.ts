import { z } from 'zod'
import { vatAmount } from '@awards/shared/domain'
import type { CoreContext } from '../orders/apply-payment.ts'
import { orderLinesRepository } from '../orders/order-lines.repository.ts'
import { pricesRepository, quoteCodesRepository } from '../prices/prices.repository.ts'
import { reductionOf } from '../prices/quote-discount.ts'
import { requestRefundOf } from './refund-request.ts'
import {
  refundsRepository,
  overpaidEntriesRepository,
  type OverpaidEntry,
} from './refunds.repository.ts'
import { DAY_MS } from '../../../lib/durations.ts'

const REASON =
  'Another entry of the project was paid at the same time: this one is a further category'
const LOOK_BACK_MS = 7 * DAY_MS
const QuotedTerms = z.object({
  period: z.string(),
  vat_rate: z.number(),
  code: z.string().nullish(),
})

type Context = Pick<CoreContext, 'db' | 'clock'>

/**
 * Two entries of a project that are paid at once are both quoted as the first, since a quote stays valid
 * for a while. Refunds the later payment's difference to the price of a further category.
 */
export async function refundAdditionalEntries(context: Context): Promise<void> {
  const since = new Date(context.clock().getTime() - LOOK_BACK_MS)
  const orders = await overpaidEntriesRepository(context.db).list(since, REASON)
  for (const order of orders) await refundDifference(context, order)
}

async function refundDifference({ db, clock }: Context, order: OverpaidEntry) {
  const additional = await additionalPrice({ db, clock }, order)
  if (additional === undefined) return
  await db.transaction().execute(async (trx) => {
    const lines = orderLinesRepository(trx)
    const line = await lines.find(order.order_no, order.apply_order_id)
    const left = await refundsRepository(trx).refundable(order.order_no, line)
    // After a partial refund the difference shrinks in proportion.
    const amount_minor = Math.round((left * (order.amount_minor - additional)) / order.amount_minor)
    if (amount_minor <= 0) return
    await requestRefundOf(trx, order, {
      entryId: order.apply_order_id,
      amount_minor,
      reason: REASON,
      by_user_id: null,
      at: clock(),
    })
  })
}

/** The entry's price as a further category, in the fee period of its quote. */
async function additionalPrice({ db, clock }: Context, order: OverpaidEntry) {
  const { data: quoted } = QuotedTerms.safeParse(order.quote)
  if (!quoted) return undefined
  const prices = pricesRepository(db)
  const period = (await prices.periods(order.edition_id)).find(({ code }) => code === quoted.period)
  const list = period && (await prices.price(period.id, order.section_id, 'additional'))
  if (list === undefined) return undefined
  const codes = quoteCodesRepository(db)
  const discount = quoted.code
    ? await codes.find(quoted.code, order.apply_order_id, clock())
    : undefined
  const net = list - reductionOf(list, discount)
  return net + vatAmount(net, quoted.vat_rate)
}
