import { z } from 'zod'
import type { VatLine } from '@awards/shared/contract'
import { EU_COUNTRIES } from '@awards/shared/domain'
import type { CsvRow } from '../../lib/csv.ts'
import { SERVER_CHANNELS } from '../payments/channels/server-channels.ts'
import { readDocument, type StoredDocument } from '../documents/documents.types.ts'
import type { IssuedDocument, Movement } from './books.repository.ts'

const Billed = z.looseObject({
  kind: z.enum(['business', 'consumer']).optional(),
  siren: z.string().optional(),
  vat_no: z.string().optional(),
})

/** An invoice as the exports need it, whichever version it was stored in. */
export type InvoiceFacts = {
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

/** Reads a stored invoice; its order's billing fills in what older versions lack. */
export function invoiceFacts(document: StoredDocument, billing: unknown): InvoiceFacts {
  const { buyer, vat_lines, gross, currency, cancels } = readDocument(document)
  const billed = Billed.safeParse(billing).data
  // The first version of invoices has no kind of buyer.
  const kind = 'buyer_kind' in document ? document.buyer_kind : billed?.kind
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
export const buyerRegion = ({ country }: InvoiceFacts): 'FR' | 'UE' | 'HORS UE' =>
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
