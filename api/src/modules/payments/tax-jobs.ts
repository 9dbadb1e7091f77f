import type { AppContext } from '../../start/app-context.ts'
import { expireOffers } from './checkout/offers.ts'
import { settleSecondFirsts } from './refunds/additional-entry-refund.ts'
import { taxRecheck } from './tax/tax-recheck.ts'

const MINUTE = 60

/** The rounds around prices: tax that was not proven, firsts paid twice, offers that end. */
export function taxJobs(context: AppContext) {
  const { db, clock, jobs } = context
  jobs.every('payments.tax_recheck', 10 * MINUTE, taxRecheck(context))
  jobs.every('payments.second_first', MINUTE, () => settleSecondFirsts(context))
  jobs.every('payments.offers', 10 * MINUTE, () => expireOffers(db, clock()))
}
