import { payablePeriod, priceKind, taxedPrice } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { PayableEntry } from '../payment-types.ts'
import { pricesRepository } from './prices.repository.ts'
import { discountFor, reductionOf } from './quote-discount.ts'
import { buyerOfAccount, provenBuyer } from '../tax/vat-buyer.ts'

type Entry = Pick<
  PayableEntry,
  'id' | 'project_id' | 'edition_id' | 'section_id' | 'user_id' | 'invitation_code' | 'agent_code'
>
export type FeeEstimate = { amounts: ReadonlyMap<string, number>; total: number; currency: string }

/**
 * What the entries of one project cost together today, tax included; undefined while no fee can be
 * paid. The price that holds is the one quoted at payment.
 */
export async function estimateEntryFees(
  db: Db,
  now: Date,
  entries: readonly Entry[],
): Promise<FeeEstimate | undefined> {
  const [first] = entries
  if (!first) return undefined
  const prices = pricesRepository(db)
  const { currency, is_fee_open } = await prices.frame(first.id, now)
  const period = payablePeriod(await prices.periods(first.edition_id), now)
  if (!period || !is_fee_open) return undefined

  const account = buyerOfAccount(await prices.buyer(first.user_id))
  const { buyer } = await provenBuyer(db, now, account)
  const settled = await prices.settledSiblings(first)
  const amounts = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    const list = await prices.price(period.id, entry.section_id, priceKind(settled + index))
    if (list === undefined) return undefined
    const discount = await discountFor(db, now, { entry })
    amounts.set(entry.id, taxedPrice(list - reductionOf(list, discount), 0, buyer, now).total)
  }
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
  return { amounts, total, currency }
}
