import type { Bilingual, InvoiceDocument } from './documents.types.ts'
import type { Programme } from './organiser.ts'

type Facts = Pick<InvoiceDocument, 'kind' | 'buyer_kind' | 'vat'>

const SERVICES = {
  fr: 'Nature de l’opération : prestation de services.',
  en: 'Nature of the operation: supply of services.',
}
const VAT_ON_RECEIPT = {
  fr: 'TVA exigible à l’encaissement.',
  en: 'VAT due on receipt of the payment.',
}
const VAT_ON_DEBITS = {
  fr: 'Option pour le paiement de la taxe d’après les débits.',
  en: 'Option for the payment of VAT on the basis of debits.',
}
/** The three coded terms of Factur-X, in this order: discount, penalty, recovery. */
const NO_EARLY_DISCOUNT = {
  fr: 'Pas d’escompte pour paiement anticipé.',
  en: 'No discount for early payment.',
}
const LATE_PENALTY = {
  fr: 'Pénalités de retard : trois fois le taux de l’intérêt légal.',
  en: 'Late payment: three times the French legal interest rate.',
}
const RECOVERY = {
  fr: 'Indemnité forfaitaire pour frais de recouvrement entre professionnels : 40 € (art. L441-10 et D441-5 C. com.).',
  en: 'Between professionals, fixed compensation for recovery costs: €40 (art. L441-10 and D441-5 C. com.).',
}
const PROFORMA = {
  fr: 'Ce document n’est pas une facture. La facture est émise à la réception du paiement.',
  en: 'This is not an invoice. The invoice is issued when the payment has arrived.',
}

/** Terms that French law requires on a document. */
export function termsOf({ organiser }: Programme, { kind, buyer_kind, vat }: Facts): Bilingual[] {
  const taxed = organiser.vat_on_debits ? VAT_ON_DEBITS : VAT_ON_RECEIPT
  const operation = [SERVICES, ...(vat === 0 ? [] : [taxed])]
  if (kind === 'proforma') return [PROFORMA, SERVICES]
  if (kind === 'credit_note') return operation
  return [
    ...operation,
    NO_EARLY_DISCOUNT,
    organiser.late_penalty ?? LATE_PENALTY,
    ...(buyer_kind === 'business' ? [RECOVERY] : []),
  ]
}

/** The terms as notes of the XML, with their subject codes (UNTDID 4451). */
export function codedTerms(terms: readonly Bilingual[]) {
  const from = terms.findIndex(({ fr }) => fr === NO_EARLY_DISCOUNT.fr)
  return terms.map(({ fr }, index) => {
    const subjectCode = from < 0 ? undefined : (['AAB', 'PMD', 'PMT'] as const)[index - from]
    return { content: fr, ...(subjectCode && { subjectCode }) }
  })
}
