import type { Output, publicationAdded } from '@awards/shared/contract'
import { nextPeriod } from '@awards/shared/domain'

type FeeTable = Output<typeof publicationAdded.feeTable>

/** Where the call stands: not yet open, open with its current period and lowest price, or closed. */
export function callState(table: FeeTable, now: Date) {
  const period = table.periods.find(({ code }) => code === table.current_period)
  const next = nextPeriod(table.periods, now)
  const closes_at =
    table.periods
      .map(({ ends_at }) => ends_at)
      .sort()
      .at(-1) ?? now.toISOString()
  const prices = table.prices
    .filter((price) => price.kind === 'first' && price.period === period?.code)
    .map(({ amount_minor }) => amount_minor)
  return {
    state: period ? ('open' as const) : next ? ('before' as const) : ('closed' as const),
    period,
    next,
    closes_at,
    lowest: prices.length > 0 ? Math.min(...prices) : undefined,
  }
}
