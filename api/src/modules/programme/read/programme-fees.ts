import type { At } from './programme-unique.ts'
import type { Programme } from './programme-files.ts'

/** Every section has a price in every period of every season, and no price is for nothing. */
export function checkFees({ sections, fees, editions, codes }: Programme, at: At) {
  checkEventShares(fees, at)
  checkDiscounts(codes, at)
  const { entry } = fees.value
  const known = new Set<string>(sections.value.map(({ code }) => code))
  for (const code of Object.keys(entry)) {
    if (!known.has(code))
      at(fees, ['entry', code], `entry.${code}: sections.yaml has no such section`)
  }
  for (const { code } of sections.value) {
    const prices = entry[code]
    if (!prices) {
      at(fees, ['entry'], `entry: there is no price for the section ${code} of sections.yaml`)
      continue
    }
    for (const { file, value } of editions) {
      for (const period of value.fee_periods) {
        if (prices[period.code]) continue
        const reason = `there is no price for the period ${period.code} of ${file}`
        at(fees, ['entry', code], `entry.${code}: ${reason}`)
      }
    }
  }
}

/** Seats at the gala cost no more than the package they are part of. */
function checkEventShares(fees: Programme['fees'], at: At) {
  for (const [index, { code, prices, event_share }] of fees.value.winner_packages.entries()) {
    const tooCheap = Object.entries(prices).find(([, price]) => price > 0 && price < event_share)
    if (!tooCheap) continue
    const reason = `event_share is more than the price for ${tooCheap[0]}`
    at(fees, ['winner_packages', index, 'event_share'], `winner_packages ${code}: ${reason}`)
  }
}

/** A code takes off a percentage or an amount. */
function checkDiscounts(codes: Programme['codes'], at: At) {
  for (const [index, { code, discount_percent, discount_amount }] of codes.value.entries()) {
    if (discount_percent === 0 || discount_amount === undefined) continue
    const reason = 'give discount_percent or discount_amount, not both'
    at(codes, [index, 'discount_amount'], `code ${code}: ${reason}`)
  }
}
