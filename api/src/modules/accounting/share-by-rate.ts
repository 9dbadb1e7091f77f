import type { VatLine } from '@awards/shared/contract'

/**
 * Divides money that moved among the rates of its invoice, each by its part of the whole; the last
 * takes what rounding has left, so that the parts are the whole to the cent.
 */
export function shareByRate(lines: readonly VatLine[], amount: number): VatLine[] {
  const gross = lines.reduce((sum, line) => sum + line.net_minor + line.vat_minor, 0)
  let left = amount
  return lines.map((line, index) => {
    const whole = line.net_minor + line.vat_minor
    const isLast = index === lines.length - 1
    const part = isLast || gross === 0 ? left : Math.round((amount * whole) / gross)
    left -= part
    const vat_minor = whole === 0 ? 0 : Math.round((part * line.vat_minor) / whole)
    return { ...line, net_minor: part - vat_minor, vat_minor }
  })
}
