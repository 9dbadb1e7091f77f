import type { InvoiceLine } from './documents.types.ts'

type Share = Pick<InvoiceLine, 'net' | 'vat'>
type Taxed = Share & Pick<InvoiceLine, 'rate_percent'>

const grossOf = ({ net, vat }: Share) => net + vat

/**
 * The part of each line that goes back with `amount` of what is left of them. Largest remainders get
 * the odd cents, so that the parts add up; giving back the whole gives back every cent of every line.
 */
export function sharesOf(left: readonly Taxed[], amount: number): Share[] {
  const total = left.reduce((sum, line) => sum + grossOf(line), 0)
  if (amount < 0 || amount > total) throw new Error(`${amount} of ${total} cannot be given back`)
  const exact = left.map((line) => (total === 0 ? 0 : (grossOf(line) * amount) / total))
  const parts = exact.map(Math.floor)
  let odd = amount - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder)
  for (const { index } of byRemainder) {
    if (odd === 0) break
    parts[index] = (parts[index] ?? 0) + 1
    odd -= 1
  }
  return left.map((line, index) => {
    const gross = parts[index] ?? 0
    const net = line.net - netOfRest(line, grossOf(line) - gross)
    return { net, vat: gross - net }
  })
}

/** The net of what stays of a line: by its rate, so that many small parts do not add up to an error. */
function netOfRest({ net, vat, rate_percent }: Taxed, rest: number): number {
  const exact = Math.round((rest * 100) / (100 + rate_percent))
  return Math.min(net, Math.max(rest - vat, exact))
}
