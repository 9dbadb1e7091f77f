import type { Output, publicationAdded } from '@awards/shared/contract'

type FeeTable = Output<typeof publicationAdded.feeTable>

const lowestOf = (table: FeeTable, period: string | undefined) => {
  const prices = table.prices
    .filter((price) => price.kind === 'first' && price.period === period)
    .map(({ amount_minor }) => amount_minor)
  return prices.length > 0 ? Math.min(...prices) : undefined
}

/**
 * Where the call stood when the server answered: not yet open, open with its current period and the
 * lowest price of this period and the next, or closed.
 */
export function callState(table: FeeTable, answeredAt: number) {
  const periods = [...table.periods].sort((a, b) => a.starts_at.localeCompare(b.starts_at))
  const index = periods.findIndex(({ code }) => code === table.current_period)
  const period = periods[index]
  const next = period
    ? periods[index + 1]
    : periods.find(({ starts_at }) => Date.parse(starts_at) > answeredAt)
  const state = period ? ('open' as const) : next ? ('before' as const) : ('closed' as const)
  return {
    state,
    period,
    next,
    closes_at: periods.at(-1)?.ends_at,
    lowest: lowestOf(table, period?.code),
    nextLowest: lowestOf(table, next?.code),
  }
}
