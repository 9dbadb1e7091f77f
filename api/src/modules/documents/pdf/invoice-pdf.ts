import type { InvoiceDocument, Party } from '../documents.types.ts'
import type { FontLibrary } from './font-library.ts'
import { pdfPage } from './pdf-page.ts'
import type { PdfPage } from './pdf-page.ts'

const RED = '#E72E2D'
const RED_TEXT = '#b81c1b'
const SOFT = '#6b6660'
const HAIR = '#d9d3cc'
const FIELD = '#f7f4f0'

const LEFT = 56
const RIGHT = 539
const WIDTH = RIGHT - LEFT

const TITLES = {
  invoice: { fr: 'Facture', en: 'Invoice' },
  credit_note: { fr: 'Avoir', en: 'Credit note' },
  proforma: { fr: 'Facture proforma', en: 'Pro forma invoice' },
}
const TERMS = [
  'Prestation de services. TVA exigible à l’encaissement. Pas d’escompte pour paiement anticipé.',
  'Tout retard de paiement entraîne des pénalités au taux de trois fois l’intérêt légal et, entre professionnels, une indemnité forfaitaire de 40 € pour frais de recouvrement.',
]
const PROFORMA_TERMS = [
  'Ce document n’est pas une facture. La facture est émise à la réception du paiement.',
  'This is not an invoice. The invoice is issued when the payment has arrived.',
]

/** A4 portrait, French with English beneath; the mentions of a French invoice are all there. */
export function invoicePdf(fonts: FontLibrary, invoice: InvoiceDocument): Promise<Buffer> {
  const page = pdfPage(fonts, {
    layout: 'portrait',
    title: `${TITLES[invoice.kind].fr} ${invoice.number}`,
    author: invoice.seller.name,
    language: 'fr-FR',
    date: new Date(invoice.issued_at),
  })
  drawHead(page, invoice)
  drawParties(page, invoice)
  const afterLines = drawLines(page, invoice)
  const afterTotals = drawTotals(page, invoice, afterLines)
  drawPayment(page, invoice, afterTotals)
  drawFoot(page, invoice)
  return page.finish()
}

function drawHead({ document, line }: PdfPage, invoice: InvoiceDocument) {
  document.rect(0, 0, 18, 842).fill(RED)
  const { fr, en } = TITLES[invoice.kind]
  line(fr, LEFT, 86, { size: 30, weight: 'light' })
  line(en, LEFT, 130, { size: 10, color: SOFT })
  line(invoice.number, LEFT, 112, { size: 13, weight: 'medium', color: RED_TEXT })
  line(invoice.seller.name, LEFT, 64, { size: 11, weight: 'medium', align: 'right', width: WIDTH })
  const facts = [
    ['Date d’émission', longDate(invoice.issued_at)],
    ...(invoice.paid ? [['Date de la prestation', longDate(invoice.paid.at)]] : []),
    ...(invoice.order_no ? [['Commande', invoice.order_no]] : []),
    ...(invoice.cancels ? [['Annule la facture', invoice.cancels]] : []),
  ]
  facts.forEach(([name = '', value = ''], index) => {
    const y = 84 + index * 15
    line(name, 330, y, { size: 9, color: SOFT })
    line(value, 430, y, { size: 9, align: 'right', width: RIGHT - 430 })
  })
}

function drawParties(page: PdfPage, { seller, buyer }: InvoiceDocument) {
  page.document.roundedRect(LEFT - 14, 152, WIDTH + 28, 122, 4).fill(FIELD)
  drawParty(page, 'Émetteur', seller, LEFT, 228)
  drawParty(page, 'Facturé à', buyer, 316, RIGHT - 316)
}

function drawParty({ line }: PdfPage, label: string, party: Party, x: number, width: number) {
  line(label, x, 176, { size: 9, color: RED_TEXT })
  line(party.name, x, 194, { size: 11, weight: 'medium', width })
  const town = [party.postal_code, party.city].filter(Boolean).join(' ')
  const place = [town, party.country].filter(Boolean).join(', ')
  const rows = [party.address, place, ...party.details].filter(Boolean).slice(0, 5)
  rows.forEach((row, index) => line(row, x, 210 + index * 13, { size: 9, color: SOFT, width }))
}

function drawLines({ document, line, wrap }: PdfPage, invoice: InvoiceDocument): number {
  const money = moneyIn(invoice.currency)
  let y = 314
  line('Désignation', LEFT, y, { size: 9, color: SOFT })
  line('Quantité', 352, y, { size: 9, color: SOFT, align: 'right', width: 50 })
  line('TVA', 408, y, { size: 9, color: SOFT, align: 'right', width: 44 })
  line('Montant HT', 462, y, { size: 9, color: SOFT, align: 'right', width: RIGHT - 462 })
  document
    .moveTo(LEFT, y + 9)
    .lineTo(RIGHT, y + 9)
    .lineWidth(0.8)
    .strokeColor('#1c1b1a')
    .stroke()
  y += 30
  for (const one of invoice.lines) {
    line(one.label, LEFT, y, { size: 10.5, weight: 'medium', width: 290 })
    line('1', 352, y, { size: 10.5, align: 'right', width: 50 })
    line(`${decimal(invoice.vat_rate)} %`, 408, y, { size: 10.5, align: 'right', width: 44 })
    line(money(one.net), 462, y, { size: 10.5, align: 'right', width: RIGHT - 462 })
    for (const part of wrap(one.detail, 290, 9).slice(0, 3)) {
      y += 14
      line(part.trimEnd(), LEFT, y, { size: 9, color: SOFT })
    }
    y += 16
    document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(HAIR).stroke()
    y += 20
  }
  return y
}

function drawTotals({ document, line }: PdfPage, invoice: InvoiceDocument, top: number): number {
  const money = moneyIn(invoice.currency)
  const rows = [
    ['Total HT', money(invoice.net)],
    [`TVA ${decimal(invoice.vat_rate)} % sur ${money(invoice.net)}`, money(invoice.vat)],
  ]
  rows.forEach(([name = '', value = ''], index) => {
    const y = top + 6 + index * 18
    line(name, 316, y, { size: 10, color: SOFT })
    line(value, 440, y, { size: 10, align: 'right', width: RIGHT - 440 })
  })
  const y = top + 54
  document
    .moveTo(316, y - 16)
    .lineTo(RIGHT, y - 16)
    .lineWidth(0.8)
    .strokeColor('#1c1b1a')
    .stroke()
  line('Total TTC', 316, y + 4, { size: 13, weight: 'medium' })
  line(money(invoice.gross), 400, y + 4, {
    size: 16,
    weight: 'medium',
    align: 'right',
    width: RIGHT - 400,
  })
  if (invoice.mention) {
    line(invoice.mention, LEFT, y + 34, { size: 9, color: RED_TEXT, width: WIDTH })
  }
  return y + 62
}

function drawPayment({ document, line }: PdfPage, invoice: InvoiceDocument, top: number) {
  const { paid, bank } = invoice
  if (paid) {
    document.rect(LEFT, top - 12, 3, 40).fill('#2e7d4f')
    line('Acquittée', LEFT + 14, top, { size: 12, weight: 'medium', color: '#23613d' })
    line(`${paid.text}, le ${longDate(paid.at)}`, LEFT + 14, top + 18, {
      size: 9,
      color: SOFT,
      width: WIDTH - 14,
    })
  }
  if (bank) {
    line('Règlement par virement', LEFT, top, { size: 12, weight: 'medium' })
    const rows = [
      ['Titulaire', bank.holder],
      ['IBAN', bank.iban.replace(/(.{4})(?=.)/g, '$1 ')],
      ['BIC', bank.bic],
      ['Référence à rappeler', bank.reference],
    ]
    rows.forEach(([name = '', value = ''], index) => {
      line(name, LEFT, top + 20 + index * 15, { size: 9, color: SOFT })
      line(value, LEFT + 120, top + 20 + index * 15, { size: 9.5, width: WIDTH - 120 })
    })
  }
}

function drawFoot({ document, line, wrap }: PdfPage, { kind, seller }: InvoiceDocument) {
  let y = 716
  for (const term of kind === 'proforma' ? PROFORMA_TERMS : TERMS) {
    for (const part of wrap(term, WIDTH, 8.5)) {
      line(part.trimEnd(), LEFT, y, { size: 8.5, color: SOFT })
      y += 12
    }
  }
  document.moveTo(LEFT, 778).lineTo(RIGHT, 778).lineWidth(0.5).strokeColor(HAIR).stroke()
  const legal = [seller.name, ...seller.details].join(' · ')
  line(legal, LEFT, 796, { size: 8, color: SOFT, width: WIDTH })
}

const moneyIn = (currency: string) => {
  const format = new Intl.NumberFormat('fr-FR', { style: 'currency', currency })
  // The faces have no narrow space.
  return (minor: number) => format.format(minor / 100).replace(/[\u202f\u00a0]/g, ' ')
}
const decimal = (value: number) => String(value).replace('.', ',')
const longDate = (iso: string) =>
  new Date(iso).toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' })
