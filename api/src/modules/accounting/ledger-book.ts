import type { BookLine } from '../../lib/book-csv.ts'
import type { Movement } from './books.repository.ts'

const CHANNELS: Record<string, string> = {
  wechat_native: 'WeChat Pay',
  card: 'Carte bancaire',
  bank_transfer: 'Virement',
}

export const LEDGER_HEAD: BookLine = [
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

/** The ledger as the account that receives the money: payments are debits, refunds credits. */
export async function* ledgerBook(movements: AsyncIterable<Movement>): AsyncGenerator<BookLine> {
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
      CHANNELS[one.channel] ?? one.channel,
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
