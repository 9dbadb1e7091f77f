import type { At } from './programme-unique.ts'
import type { Programme } from './read-programme.ts'

/** Every section has a price in every period of every season, and no price is for nothing. */
export function checkFees({ sections, fees, editions }: Programme, at: At) {
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
