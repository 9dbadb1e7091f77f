import type { VatLine } from '@awards/shared/contract'
import { isReverseCharge } from '@awards/shared/domain'
import type { CsvRow } from '../../lib/csv.ts'
import { VAT_ON_DEBITS } from '../documents/invoice-content.ts'
import { readDocument, type InvoiceDocument } from '../documents/documents.types.ts'
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

export type TaxFlow = '10.1' | '10.2' | '10.3' | '10.4'

/** One reported amount: of a sale (10.1, 10.3) or of a payment (10.2, 10.4), at one rate. */
export type TaxLine = {
  flow: TaxFlow
  /** The invoice that is the sale, or the ledger's line that is the payment. */
  item: { invoice_id: string } | { ledger_id: string }
  day: string
  number: string
  document: InvoiceDocument
  facts: InvoiceFacts
  /** TNT1: not taxed in France. TPS1: taxed services. */
  category: 'TPS1' | 'TNT1'
  line: VatLine
}

/** The tax is due with the invoice: nobody asks when its money came. */
export const isOnDebits = ({ terms }: InvoiceDocument) =>
  terms.some(({ fr }) => fr === VAT_ON_DEBITS.fr)

const categoryOf = ({ vat_minor, rate_percent }: VatLine) =>
  vat_minor === 0 && rate_percent === 0 ? 'TNT1' : 'TPS1'

/** Sales to consumers (10.3) and to businesses abroad (10.1), which no platform carries as invoices. */
export async function* salesLines(
  documents: AsyncIterable<IssuedDocument>,
): AsyncGenerator<TaxLine> {
  for await (const { id, document, billing, day, number } of documents) {
    const facts = invoiceFacts(document, billing)
    if (isDomesticBusiness(facts)) continue
    for (const line of facts.vat_lines) {
      yield {
        flow: facts.isBusiness ? '10.1' : '10.3',
        item: { invoice_id: id },
        day,
        number,
        facts,
        line,
        document: readDocument(document),
        category: categoryOf(line),
      }
    }
  }
}

/**
 * Their payments (10.4 and 10.2), each at the rates of its invoice. Left out are taxes that the buyer pays and taxes
 * that were due with the invoice (art. 290 A CGI).
 */
export async function* paymentLines(movements: AsyncIterable<Movement>): AsyncGenerator<TaxLine> {
  for await (const movement of movements) {
    const { id, billing, day, invoice_no, kind, invoiced_minor } = movement
    // Money without an invoice is a duplicate payment that is refunded: nothing was sold.
    if (!movement.document || invoice_no === null || invoiced_minor === 0) continue
    const facts = invoiceFacts(movement.document, billing)
    const document = readDocument(movement.document)
    if (isDomesticBusiness(facts) || isOnDebits(document)) continue
    const amount = kind === 'payment' ? invoiced_minor : -invoiced_minor
    for (const line of shareByRate(facts.vat_lines, amount)) {
      if (isReverseCharge(line)) continue
      yield {
        flow: facts.isBusiness ? '10.2' : '10.4',
        item: { ledger_id: id },
        day,
        number: invoice_no,
        facts,
        line,
        document,
        category: categoryOf(line),
      }
    }
  }
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

type Sum = { net: number; vat: number; count: number; cells: CsvRow; currency: string }

/**
 * The e-reporting as a table: consumers are summed by day, rate and region, businesses abroad are listed by invoice.
 */
export async function* taxReport(
  documents: AsyncIterable<IssuedDocument>,
  movements: AsyncIterable<Movement>,
): AsyncGenerator<CsvRow> {
  const sums = new Map<string, Sum>()
  for await (const line of salesLines(documents)) add(sums, line)
  for await (const line of paymentLines(movements)) add(sums, line)
  for (const [, { cells, net, vat, count, currency }] of [...sums].sort(byKey)) {
    const amount = (amount_minor: number) => ({ amount_minor, currency })
    yield [...cells, amount(net), amount(vat), amount(net + vat), currency, count]
  }
}

function add(sums: Map<string, Sum>, { facts, line, flow, day, number, category }: TaxLine) {
  const { currency } = facts
  const cells: CsvRow = [
    flow,
    day,
    ...(facts.isBusiness ? [number] : [null]),
    buyerRegion(facts),
    ...(facts.isBusiness ? [facts.country, facts.vat_no] : [null, null]),
    category,
    line.rate_percent,
  ]
  const key = JSON.stringify([...cells, currency])
  const sum = sums.get(key) ?? { net: 0, vat: 0, count: 0, cells, currency }
  sums.set(key, {
    ...sum,
    net: sum.net + line.net_minor,
    vat: sum.vat + line.vat_minor,
    count: sum.count + 1,
  })
}

const byKey = ([left]: [string, Sum], [right]: [string, Sum]) => (left < right ? -1 : 1)
