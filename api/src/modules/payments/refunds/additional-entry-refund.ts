import { z } from 'zod'
import { vatAmount } from '@awards/shared/domain'
import type { CoreContext } from '../orders/apply-payment.ts'
import { pricesRepository, quoteCodesRepository } from '../prices/prices.repository.ts'
import { reductionOf } from '../prices/quote-discount.ts'
import { requestRefundOf } from './refund-request.ts'
import {
  refundsRepository,
  overpaidEntriesRepository,
  type OverpaidEntry,
} from './refunds.repository.ts'

const REASON =
  'Another entry of the project was paid at the same time: this one is a further category'
const LOOK_BACK_MS = 7 * 86_400_000
const Told = z.object({
  period: z.string(),
  vat_rate: z.number(),
  code: z.string().nullish(),
})

type Context = Pick<CoreContext, 'db' | 'clock'>

/**
 * Two entries of a project that are paid at once are both quoted as the first, since a quote is kept.
 * Whoever paid second gets the difference to the price of a further category back.
 */
export async function refundAdditionalEntries(context: Context): Promise<void> {
  const since = new Date(context.clock().getTime() - LOOK_BACK_MS)
  const orders = await overpaidEntriesRepository(context.db).list(since, REASON)
  for (const order of orders) await giveBack(context, order)
}

async function giveBack({ db, clock }: Context, order: OverpaidEntry) {
  const further = await furtherPrice({ db, clock }, order)
  if (further === undefined) return
  await db.transaction().execute(async (trx) => {
    const left = await refundsRepository(trx).refundable(order.order_no)
    // Where a part went back before, the same part of the difference did.
    const amount_minor = Math.round((left * (order.amount_minor - further)) / order.amount_minor)
    if (amount_minor <= 0) return
    await requestRefundOf(trx, order, {
      amount_minor,
      reason: REASON,
      by_user_id: null,
      at: clock(),
    })
  })
}

/** What the entry would have cost as a further category, in the period of its quote. */
async function furtherPrice({ db, clock }: Context, order: OverpaidEntry) {
  const { data: told } = Told.safeParse(order.quote)
  if (!told) return undefined
  const prices = pricesRepository(db)
  const period = (await prices.periods(order.edition_id)).find(({ code }) => code === told.period)
  const list = period && (await prices.price(period.id, order.section_id, 'additional'))
  if (list === undefined) return undefined
  const codes = quoteCodesRepository(db)
  const discount = told.code
    ? await codes.find(told.code, order.apply_order_id, clock())
    : undefined
  const net = list - reductionOf(list, discount)
  return net + vatAmount(net, told.vat_rate)
}
