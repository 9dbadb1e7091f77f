import type { InvoiceLine } from './documents.types.ts'

type Taxed = Pick<InvoiceLine, 'net' | 'vat'>

const grossOf = ({ net, vat }: Taxed) => net + vat

/**
 * The part of each line that goes back with `amount` of what is left of them. Largest remainders get
 * the odd cents, so that the parts add up; giving back the whole gives back every cent of every line.
 */
export function sharesOf(left: readonly Taxed[], amount: number): Taxed[] {
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
    const whole = grossOf(line)
    const net = whole === 0 ? 0 : Math.round((gross * line.net) / whole)
    return { net, vat: gross - net }
  })
}
