import { useState } from 'react'

export type PriceChange = { from: number; to: number }

/**
 * Whether the amount has become another one for the very same wish, for instance because the price was
 * held no longer. A wish of the payer, another country or a code, is no surprise.
 */
export function usePriceChange(wish: string, amount: number | undefined): PriceChange | undefined {
  const [seen, setSeen] = useState({ wish, amount, from: amount })
  if (amount !== undefined && (seen.wish !== wish || seen.amount !== amount)) {
    const isSurprise = seen.wish === wish && seen.amount !== undefined
    setSeen({ wish, amount, from: isSurprise ? seen.amount : amount })
  }
  const { from } = seen
  return amount === undefined || from === undefined || from === amount || seen.wish !== wish
    ? undefined
    : { from, to: amount }
}
