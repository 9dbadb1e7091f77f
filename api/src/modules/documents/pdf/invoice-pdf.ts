import type { Bilingual, InvoiceDocument } from '../documents.types.ts'
import type { FontLibrary } from './font-library.ts'
import { drawLines, drawTotals } from './invoice-table.ts'
import { drawPayment } from './invoice-payment.ts'
import { drawFoot, drawMasthead, drawParties, longDay } from './paper.ts'
import { pdfPage } from './pdf-page.ts'

const TITLES: Record<InvoiceDocument['kind'], Bilingual> = {
  invoice: { fr: 'Facture', en: 'Invoice' },
  credit_note: { fr: 'Avoir', en: 'Credit note' },
  proforma: { fr: 'Proforma', en: 'Pro forma invoice' },
}
const SELLER = { fr: 'Émetteur', en: 'Seller' }
const BUYER = { fr: 'Facturé à', en: 'Billed to' }
const DELIVERY = { fr: 'Livré à', en: 'Delivered to' }
const PARTIES_TOP = 164

/** A4 portrait, French with English beneath; the mentions of a French invoice are all there. */
export function invoicePdf(
  fonts: FontLibrary,
  invoice: InvoiceDocument,
  xml: string | null,
): Promise<Buffer> {
  const { seller, buyer, delivery, terms, number } = invoice
  const title = TITLES[invoice.kind]
  const page = pdfPage(fonts, {
    layout: 'portrait',
    title: `${title.fr} ${number}`,
    author: seller.name,
    language: 'fr-FR',
    date: new Date(invoice.issued_at),
    xml,
  })
  drawMasthead(page, { title, number, sender: seller.name, facts: factsOf(invoice) })
  const afterParties = drawParties(page, PARTIES_TOP, [
    { title: SELLER, party: seller },
    { title: BUYER, party: buyer },
    ...(delivery ? [{ title: DELIVERY, party: delivery }] : []),
  ])
  const afterLines = drawLines(page, invoice, afterParties + 34)
  const afterTotals = drawTotals(page, invoice, afterLines)
  drawPayment(page, invoice, afterTotals + 30)
  drawFoot(page, { terms, seller, ...(xml && { note: 'Factur-X · EN 16931' }) })
  return page.finish()
}

function factsOf(invoice: InvoiceDocument): [Bilingual, string][] {
  const { issued_on, service_on, due_on, order_no, cancels, cancels_on, kind } = invoice
  const taken = kind === 'credit_note' ? 'Annule la facture' : 'Remplace la facture'
  const takenBack = kind === 'credit_note' ? 'Takes back invoice' : 'Replaces invoice'
  const isOwed = kind !== 'credit_note'
  return [
    [{ fr: 'Date d’émission', en: 'Date of issue' }, longDay(issued_on)],
    ...(service_on && isOwed
      ? [fact('Date de la prestation', 'Date of service', longDay(service_on))]
      : []),
    ...(due_on && isOwed ? [fact('Échéance', 'Due date', longDay(due_on))] : []),
    ...(order_no ? [fact('Commande', 'Order', order_no)] : []),
    ...(cancels
      ? [fact(taken, takenBack, cancels_on ? `${cancels}, ${longDay(cancels_on)}` : cancels)]
      : []),
  ]
}

const fact = (fr: string, en: string, value: string): [Bilingual, string] => [{ fr, en }, value]
