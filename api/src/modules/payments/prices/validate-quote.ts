import type { Quote, TaxBuyer } from '@awards/shared/contract'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import type { PayableEntry } from '../payment-types.ts'
import { pricesRepository } from './prices.repository.ts'
import { taxFields } from './quotes.service.ts'
import { provenBuyer } from '../tax/vat-buyer.ts'

type Wish = { quote_id: string; buyer: TaxBuyer }

const EXPIRED =
  'This price was kept for 30 minutes, which are over. Check the new one and pay again.'
export const TAX_DIFFERS =
  'The tax for this invoice address differs. Check the new price and pay again.'
const LOWER = 'This entry costs less by now. Check the new price and pay again.'

/**
 * The price that was told, with the tax of the invoice address as it is known now. Whoever would pay
 * another sum, or might pay less, is shown the `fresh` price first; nobody is surprised.
 */
export async function heldQuote(
  db: Db,
  now: Date,
  entry: PayableEntry,
  { quote_id, buyer }: Wish,
  fresh: (code: string | undefined) => Promise<Quote>,
): Promise<Quote> {
  const prices = pricesRepository(db)
  const told = await prices.findQuote(quote_id, entry.id)
  const again = async (message: string, reason: string) =>
    new BusinessError(410, message, { reason, quote: await fresh(told?.code ?? undefined) })

  if (!told || new Date(told.expires_at) <= now) throw await again(EXPIRED, 'QUOTE_EXPIRED')
  const taxed = { ...told, ...taxFields(told.amount_ht, await provenBuyer(db, now, buyer), now) }
  if (taxed.amount !== told.amount) throw await again(TAX_DIFFERS, 'PRICE_CHANGED')
  // Another entry of the project was paid meanwhile, so this one is a further category.
  const isFurther = told.kind === 'first' && (await prices.settledSiblings(entry)) > 0
  if (isFurther) throw await again(LOWER, 'PRICE_CHANGED')
  return taxed
}
