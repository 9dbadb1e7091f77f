import { z } from 'zod'
import type { VatLine } from '@awards/shared/contract'
import { EU_COUNTRIES, isReverseCharge } from '@awards/shared/domain'
import type { CsvRow } from '../../lib/csv.ts'
import {
  readDocument,
  type StoredDocument,
  type InvoiceDocument,
} from '../documents/documents.types.ts'
import { VAT_ON_DEBITS } from '../documents/invoice-content.ts'
import { SERVER_CHANNELS } from '../payments/channels/server-channels.ts'
import type { IssuedDocument, Movement } from './books.repository.ts'

const Billed = z.looseObject({
  kind: z.enum(['business', 'consumer']).optional(),
  siren: z.string().optional(),
  vat_no: z.string().optional(),
})

/** An invoice as the exports need it, whichever version it was stored in. */
type InvoiceFacts = {
  name: string
  country: string
  siren: string
  vat_no: string
  isBusiness: boolean
  vat_lines: VatLine[]
  gross: number
  currency: string
  cancels: string
}

/**
 * Reads a stored invoice. The billing of its order fills in what the first version of invoices lacks; a later one names
 * its buyer whole, who may be another than the buyer of the order after a correction.
 */
export function invoiceFacts(document: StoredDocument, billing: unknown): InvoiceFacts {
  const { buyer, vat_lines, gross, currency, cancels } = readDocument(document)
  const isWhole = 'buyer_kind' in document
  const billed = isWhole ? undefined : Billed.safeParse(billing).data
  const kind = isWhole ? document.buyer_kind : billed?.kind
  return {
    name: buyer.name,
    country: buyer.country,
    siren: buyer.siren ?? billed?.siren ?? '',
    vat_no: buyer.vat_no ?? billed?.vat_no ?? '',
    isBusiness: kind === 'business',
    vat_lines,
    gross,
    currency,
    cancels: cancels ?? '',
  }
}

const HIDDEN = 'Masqué jusqu’aux résultats'

/**
 * Rows of the books for a chair, those of `blind` editions without their buyers: the number of an order leads to the
 * work. The transmissions read the rows as they are.
 */
export async function* withHiddenBuyers<Row extends Movement | IssuedDocument>(
  rows: AsyncIterable<Row>,
  blind: readonly string[],
): AsyncGenerator<Row> {
  for await (const row of rows) {
    const { document, billing, edition_id } = row
    if (!document || !blind.includes(edition_id)) yield row
    else {
      const { siren, vat_no } = invoiceFacts(document, billing)
      const numbers = { siren: siren && HIDDEN, vat_no: vat_no && HIDDEN }
      const buyer = { ...document.buyer, ...numbers, name: HIDDEN }
      yield { ...row, document: { ...document, buyer } }
    }
  }
}

/** An invoice between French businesses travels through an approved platform, not the e-reporting. */
export const isDomesticBusiness = ({ isBusiness, country }: InvoiceFacts): boolean =>
  isBusiness && country === 'FR'

/** The buyer's region for e-reporting. */
const buyerRegion = ({ country }: InvoiceFacts): 'FR' | 'UE' | 'HORS UE' =>
  country === 'FR' ? 'FR' : EU_COUNTRIES.includes(country) ? 'UE' : 'HORS UE'

export const INVOICE_HEAD: CsvRow = [
  'Numéro',
  'Date',
  'Nature',
  'Facture d’origine',
  'Commande',
  'Client',
  'Type de client',
  'Pays',
  'SIREN',
  'N° TVA',
  'Taux de TVA',
  'Montant HT',
  'TVA',
  'Montant TTC',
  'Devise',
  'Mention',
]

/** The register of invoices: a line per VAT rate, credit notes negative. */
export async function* invoiceBook(
  documents: AsyncIterable<IssuedDocument>,
): AsyncGenerator<CsvRow> {
  const totals = new Map<string, { net: number; vat: number }>()
  for await (const issued of documents) {
    const facts = invoiceFacts(issued.document, issued.billing)
    const { currency } = facts
    const amount = (amount_minor: number) => ({ amount_minor, currency })
    for (const { rate_percent, net_minor, vat_minor, mention } of facts.vat_lines) {
      const total = totals.get(currency) ?? { net: 0, vat: 0 }
      totals.set(currency, { net: total.net + net_minor, vat: total.vat + vat_minor })
      yield [
        issued.number,
        issued.day,
        issued.kind === 'invoice' ? 'Facture' : 'Avoir',
        facts.cancels,
        issued.order_no,
        facts.name,
        facts.isBusiness ? 'Professionnel' : 'Particulier',
        facts.country,
        facts.siren,
        facts.vat_no,
        rate_percent,
        amount(net_minor),
        amount(vat_minor),
        amount(net_minor + vat_minor),
        currency,
        mention,
      ]
    }
  }
  for (const [currency, { net, vat }] of totals) {
    const amount = (amount_minor: number) => ({ amount_minor, currency })
    const blank = Array.from({ length: 9 }, () => null)
    yield ['Total', ...blank, null, amount(net), amount(vat), amount(net + vat), currency, '']
  }
}

export const LEDGER_HEAD: CsvRow = [
  'Date',
  'Commande',
  'Candidature',
  'Facture',
  'Moyen de paiement',
  'Référence',
  'Nature',
  'Débit',
  'Crédit',
  'Devise',
  'Constaté par',
]

/** The ledger from the bank account's side: payments are debits, refunds credits. */
export async function* ledgerBook(movements: AsyncIterable<Movement>): AsyncGenerator<CsvRow> {
  const totals = new Map<string, { debit: number; credit: number }>()
  for await (const one of movements) {
    const { amount_minor, currency } = one
    const isPayment = one.kind === 'payment'
    const total = totals.get(currency) ?? { debit: 0, credit: 0 }
    total[isPayment ? 'debit' : 'credit'] += amount_minor
    totals.set(currency, total)
    yield [
      one.day,
      one.order_no,
      one.entry_no,
      one.invoice_no,
      SERVER_CHANNELS[one.channel].ledgerName,
      one.reference,
      isPayment ? 'Encaissement' : 'Remboursement',
      isPayment ? { amount_minor, currency } : null,
      isPayment ? null : { amount_minor, currency },
      currency,
      one.source,
    ]
  }
  for (const [currency, { debit, credit }] of totals) {
    const amount = (amount_minor: number) => ({ amount_minor, currency })
    yield ['Total', null, null, null, null, null, null, amount(debit), amount(credit), currency, '']
  }
}

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
