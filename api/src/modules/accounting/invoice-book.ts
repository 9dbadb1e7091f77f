import type { BookLine } from '../../lib/book-csv.ts'
import type { Paper } from './books.repository.ts'
import { invoiceFacts } from './invoice-facts.ts'

export const INVOICE_HEAD: BookLine = [
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

/** The register of invoices: a line for each rate of tax, credit notes below zero. */
export async function* invoiceBook(papers: AsyncIterable<Paper>): AsyncGenerator<BookLine> {
  const totals = new Map<string, { net: number; vat: number }>()
  for await (const paper of papers) {
    const facts = invoiceFacts(paper.document, paper.billing)
    const { currency } = facts
    const amount = (amount_minor: number) => ({ amount_minor, currency })
    for (const { rate_percent, net_minor, vat_minor, mention } of facts.vat_lines) {
      const total = totals.get(currency) ?? { net: 0, vat: 0 }
      totals.set(currency, { net: total.net + net_minor, vat: total.vat + vat_minor })
      yield [
        paper.number,
        paper.day,
        paper.kind === 'invoice' ? 'Facture' : 'Avoir',
        facts.cancels,
        paper.order_no,
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
