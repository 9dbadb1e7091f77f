import type { VatLine } from '@awards/shared/contract'
import type { CsvRow } from '../../lib/csv.ts'
import type { Movement, IssuedDocument } from './books.repository.ts'
import { buyerRegion, invoiceFacts, isDomesticBusiness, type InvoiceFacts } from './invoice-book.ts'

/**
 * Splits a payment or a refund among the VAT rates of its invoice, in proportion; the last takes the
 * rounding difference, so that the parts add up to the cent.
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

export const TAX_HEAD: CsvRow = [
  'Flux',
  'Date',
  'Facture',
  'Lieu du client',
  'Pays',
  'N° TVA du client',
  'Catégorie',
  'Taux de TVA',
  'Base HT',
  'TVA',
  'Montant TTC',
  'Devise',
  'Nombre',
]

type Sum = { net: number; vat: number; count: number; line: CsvRow; currency: string }

/**
 * The e-reporting for the tax office: sales to consumers and to businesses abroad, which no platform
 * carries, and their payments. Consumers are summed by day, rate and region (10.3 and 10.4), businesses
 * abroad are listed by invoice (10.1 and 10.2).
 */
export async function* taxReport(
  documents: AsyncIterable<IssuedDocument>,
  movements: AsyncIterable<Movement>,
): AsyncGenerator<CsvRow> {
  const sums = new Map<string, Sum>()
  for await (const issued of documents) {
    const facts = invoiceFacts(issued.document, issued.billing)
    if (isDomesticBusiness(facts)) continue
    for (const line of facts.vat_lines) {
      add(sums, { facts, line, flow: facts.isBusiness ? '10.1' : '10.3', ...issued })
    }
  }
  for await (const { document, billing, invoice_no, ...movement } of movements) {
    // Money without an invoice is a duplicate payment that is refunded: nothing was sold.
    if (!document || invoice_no === null) continue
    const facts = invoiceFacts(document, billing)
    if (isDomesticBusiness(facts)) continue
    if (movement.invoiced_minor === 0) continue
    const { kind, invoiced_minor } = movement
    const amount = kind === 'payment' ? invoiced_minor : -invoiced_minor
    for (const line of shareByRate(facts.vat_lines, amount)) {
      const flow = facts.isBusiness ? '10.2' : '10.4'
      add(sums, { facts, line, flow, day: movement.day, number: invoice_no })
    }
  }
  for (const [, { line, net, vat, count, currency }] of [...sums].sort(byKey)) {
    const amount = (amount_minor: number) => ({ amount_minor, currency })
    yield [...line, amount(net), amount(vat), amount(net + vat), currency, count]
  }
}

type Entry = { facts: InvoiceFacts; line: VatLine; flow: string; day: string; number: string }

function add(sums: Map<string, Sum>, { facts, line, flow, day, number }: Entry) {
  const { currency } = facts
  const cells: CsvRow = [
    flow,
    day,
    ...(facts.isBusiness ? [number] : [null]),
    buyerRegion(facts),
    ...(facts.isBusiness ? [facts.country, facts.vat_no] : [null, null]),
    line.vat_minor === 0 && line.rate_percent === 0 ? 'TNT1' : 'TPS1',
    line.rate_percent,
  ]
  const key = JSON.stringify([...cells, currency])
  const sum = sums.get(key) ?? { net: 0, vat: 0, count: 0, line: cells, currency }
  sums.set(key, {
    ...sum,
    net: sum.net + line.net_minor,
    vat: sum.vat + line.vat_minor,
    count: sum.count + 1,
  })
}

const byKey = ([left]: [string, Sum], [right]: [string, Sum]) => (left < right ? -1 : 1)
