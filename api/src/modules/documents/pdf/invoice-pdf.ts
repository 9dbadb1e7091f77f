import type { InvoiceDocument, InvoiceLine, Bilingual } from '../documents.types.ts'
import type { FontLibrary } from './fonts.ts'
import {
  beside,
  headedRow,
  INK,
  label,
  LEFT,
  moneyIn,
  percent,
  RED_TEXT,
  RIGHT,
  rule,
  SOFT,
  WIDTH,
  drawFoot,
  drawMasthead,
  drawParties,
  longDay,
  GREEN,
  RED,
} from './paper.ts'
import { pdfPage, type DrawnPaper, type PdfPage } from './pdf-page.ts'

/** Right edges of the columns of figures. */
const COLUMNS = { quantity: 342, price: 412, rate: 458, net: RIGHT }
const TEXT_WIDTH = 250
const SUMS = 316

/** Baselines: where a further page begins, the lowest of a line, and the lowest at which the totals still fit. */
const NEXT_TOP = 64
const LOWEST_LINE = 720
const LOWEST_TOTALS = 500

/** The invoice lines, with unit price and VAT rate, on as many pages as they need. Returns the next baseline. */
function drawLines(page: PdfPage, invoice: InvoiceDocument, top: number): number {
  const end = page.within('Table', () => {
    let y = page.within('TR', () => drawLineHeads(page, top))
    for (const line of invoice.lines) {
      if (y > LOWEST_LINE) y = turnTo(page, invoice)
      const at = y
      y = page.within('TR', () => drawLine(page, invoice, line, at))
    }
    return y
  })
  if (end <= LOWEST_TOTALS) return end
  page.turn()
  return NEXT_TOP
}

/** Begins a page that says which document it belongs to, with the heads of the columns. */
function turnTo(page: PdfPage, { kind, number }: InvoiceDocument): number {
  page.turn()
  page.repeated(() => {
    page.line(`${TITLES[kind].fr} ${number}, suite / continued`, LEFT, NEXT_TOP, {
      size: 9,
      color: SOFT,
    })
    drawLineHeads(page, NEXT_TOP + 28)
  })
  return NEXT_TOP + 28 + HEADS_HEIGHT
}

const HEADS_HEIGHT = 36

/** Returns the first baseline below the heads. */
function drawLineHeads(page: PdfPage, top: number): number {
  const head = (draw: () => void) => page.within('TH', draw, { scope: 'Column' })
  const figure = (fr: string, en: string, right: number) =>
    head(() => label(page, { fr, en }, right - 90, top, { width: 90, align: 'right' }))
  head(() => label(page, { fr: 'Désignation', en: 'Description' }, LEFT, top))
  figure('Quantité', 'Quantity', COLUMNS.quantity)
  figure('Prix unitaire HT', 'Unit price', COLUMNS.price)
  figure('TVA', 'VAT', COLUMNS.rate)
  figure('Montant HT', 'Net amount', COLUMNS.net)
  rule(page, LEFT, top + 17, INK, 0.8)
  return top + HEADS_HEIGHT
}

function drawLine(
  page: PdfPage,
  { currency }: InvoiceDocument,
  item: InvoiceLine,
  top: number,
): number {
  const { line, within } = page
  const money = moneyIn(currency)
  const figure = (text: string, right: number) =>
    within('TD', () => line(text, right - 90, top, { size: 10, align: 'right', width: 90 }))
  const bottom = within('TD', () => drawItem(page, item, money, top))
  figure(String(item.quantity), COLUMNS.quantity)
  figure(money(item.list_net / item.quantity), COLUMNS.price)
  figure(percent(item.rate_percent), COLUMNS.rate)
  figure(money(item.net), COLUMNS.net)
  rule(page, LEFT, bottom + 12)
  return bottom + 31
}

/** What is billed, its detail and its discount. Returns the lowest baseline. */
function drawItem(
  { line, wrap, within }: PdfPage,
  item: InvoiceLine,
  money: (minor: number) => string,
  top: number,
): number {
  let y = top
  within('P', () => line(item.label, LEFT, top, { size: 10, weight: 'medium', width: TEXT_WIDTH }))
  within('P', () => {
    for (const part of wrap(item.detail, TEXT_WIDTH + 40, 8.5).slice(0, 4)) {
      y += 12
      line(part, LEFT, y, { size: 8.5, color: SOFT })
    }
  })
  if (item.list_net === item.net) return y
  y += 14
  const look = { size: 9, color: RED_TEXT } as const
  within('P', () => {
    line('Remise / Discount', LEFT, y, look)
    const amount = money(item.net - item.list_net)
    line(amount, COLUMNS.price - 90, y, { ...look, align: 'right', width: 90 })
  })
  return y
}

/** Net, VAT by rate, and total. Returns the lowest baseline. */
function drawTotals(page: PdfPage, invoice: InvoiceDocument, top: number): number {
  const { line, within } = page
  const money = moneyIn(invoice.currency)
  const { vat_lines, vat_eur, currency } = invoice
  const rows: [string, string, string][] = [
    ['Total HT', 'Net total', money(invoice.net)],
    ...vat_lines.map(({ rate_percent, net_minor, vat_minor }): [string, string, string] => [
      `TVA ${percent(rate_percent)}`,
      `VAT on ${money(net_minor)}`,
      money(vat_minor),
    ]),
    ...(currency !== 'EUR' && vat_eur !== null
      ? [
          ['TVA en euros', 'VAT in euros', moneyIn('EUR')(vat_eur)] satisfies [
            string,
            string,
            string,
          ],
        ]
      : []),
  ]
  let y = top + 2
  within('Table', () => {
    for (const [fr, en, value] of rows) {
      headedRow(
        page,
        () => beside(page, { fr, en }, SUMS, y, { size: 9.5 }),
        () => line(value, RIGHT - 110, y, { size: 10, align: 'right', width: 110 }),
      )
      y += 17
    }
    rule(page, SUMS, y - 4, INK, 0.8)
    const total = { fr: 'Total TTC', en: 'Total' }
    headedRow(
      page,
      () => beside(page, total, SUMS, y + 15, { size: 12, weight: 'medium' }),
      () =>
        line(money(invoice.gross), RIGHT - 130, y + 15, {
          size: 17,
          weight: 'medium',
          align: 'right',
          width: 130,
        }),
    )
  })
  return drawMentions(page, invoice, top, y + 15)
}

/** VAT exemption mentions, beside the totals. */
function drawMentions(
  { line, wrap, within }: PdfPage,
  { vat_lines }: InvoiceDocument,
  top: number,
  bottom: number,
): number {
  let y = top + 2
  for (const mention of new Set(vat_lines.flatMap((one) => one.mention ?? []))) {
    within('P', () => {
      for (const part of wrap(mention, SUMS - LEFT - 24, 9, 'medium')) {
        line(part, LEFT, y, { size: 9, weight: 'medium', color: RED_TEXT, width: WIDTH })
        y += 12.5
      }
    })
    y += 4
  }
  return Math.max(y, bottom)
}

const TITLES: Record<InvoiceDocument['kind'], Bilingual> = {
  invoice: { fr: 'Facture', en: 'Invoice' },
  credit_note: { fr: 'Avoir', en: 'Credit note' },
  proforma: { fr: 'Proforma', en: 'Pro forma invoice' },
}
const SELLER = { fr: 'Émetteur', en: 'Seller' }
const BUYER = { fr: 'Facturé à', en: 'Billed to' }
const DELIVERY = { fr: 'Livré à', en: 'Delivered to' }
const PARTIES_TOP = 164

/** A4 portrait, French with English beneath, with all mentions of a French invoice. */
export function invoicePdf(
  fonts: FontLibrary,
  invoice: InvoiceDocument,
  xml: string | null,
): Promise<DrawnPaper> {
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
  const { po_number } = invoice.buyer
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
    ...(po_number ? [fact('Votre bon de commande', 'Your purchase order', po_number)] : []),
    ...(cancels
      ? [fact(taken, takenBack, cancels_on ? `${cancels}, ${longDay(cancels_on)}` : cancels)]
      : []),
  ]
}

const fact = (fr: string, en: string, value: string): [Bilingual, string] => [{ fr, en }, value]

type Transfer = {
  holder: string
  iban: string
  bic: string
  reference: string
  amount_minor: number
  currency: string
}

const LONGEST_NAME = 70
const LONGEST_TEXT = 140
const HIGHEST_MINOR = 99_999_999_999

/**
 * The QR code of a SEPA credit transfer for banking apps (EPC069-12, version 2, UTF-8); undefined if the
 * amount or currency does not allow one.
 */
function epcCode(transfer: Transfer): string | undefined {
  const { holder, iban, bic, reference, amount_minor, currency } = transfer
  if (currency !== 'EUR' || amount_minor < 1 || amount_minor > HIGHEST_MINOR) return undefined
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    holder.slice(0, LONGEST_NAME),
    iban.replaceAll(/\s/g, ''),
    `EUR${(amount_minor / 100).toFixed(2)}`,
    '',
    '',
    reference.slice(0, LONGEST_TEXT),
  ].join('\n')
}

const CODE_SIZE = 104

/** The payment state of the document: credited, paid, or how to pay by transfer. */
function drawPayment(page: PdfPage, invoice: InvoiceDocument, top: number) {
  if (invoice.kind === 'credit_note') drawCredit(page, invoice, top)
  else if (invoice.paid) drawPaid(page, invoice.paid, invoice, top)
  if (invoice.bank) drawTransfer(page, invoice, invoice.bank, top)
}

function drawPaid(
  page: PdfPage,
  paid: NonNullable<InvoiceDocument['paid']>,
  { currency, gross, reason, cancels }: InvoiceDocument,
  top: number,
) {
  const why = reason && cancels ? `${reason.fr} / ${reason.en}` : ''
  drawState(page, GREEN, top, {
    title: 'Acquittée',
    english: 'Paid',
    text: `${moneyIn(currency)(gross)}, ${paid.text}`,
    more: why,
  })
  const place = { align: 'right', width: 160 } as const
  const nothing = moneyIn(currency)(0)
  page.within('P', () => {
    page.line('Net à payer / Balance due', RIGHT - 160, top, { size: 8, color: SOFT, ...place })
    page.line(nothing, RIGHT - 160, top + 16, { size: 11, weight: 'medium', ...place })
  })
}

function drawCredit(page: PdfPage, invoice: InvoiceDocument, top: number) {
  const { reason, currency, gross } = invoice
  drawState(page, RED, top, {
    title: reason?.fr ?? 'Avoir',
    english: reason?.en ?? 'Credit note',
    text: `${moneyIn(currency)(-gross)} ${invoice.order_no ? `· commande ${invoice.order_no}` : ''}`,
    more: '',
  })
}

type State = { title: string; english: string; text: string; more: string }

function drawState(page: PdfPage, color: string, top: number, state: State) {
  const { ornament, line, within } = page
  ornament((pen) => pen.rect(LEFT, top - 12, 3, state.more ? 50 : 36).fill(color))
  const x = LEFT + 14
  const title = { fr: state.title, en: state.english }
  within('H2', () => beside(page, title, x, top, { size: 12, weight: 'medium', color, small: 8 }))
  line(state.text, x, top + 17, { size: 9, color: SOFT, width: WIDTH - 190 })
  if (state.more) line(state.more, x, top + 31, { size: 9, color: SOFT, width: WIDTH - 190 })
}

function drawTransfer(
  page: PdfPage,
  { due_on, currency, gross }: InvoiceDocument,
  bank: NonNullable<InvoiceDocument['bank']>,
  top: number,
) {
  const { line, qr, within } = page
  const title = { fr: 'Règlement par virement', en: 'Pay by bank transfer' }
  within('H2', () => beside(page, title, LEFT, top, { size: 12, weight: 'medium', small: 8 }))
  const rows: [string, string, string][] = [
    ['Titulaire', 'Account holder', bank.holder],
    ['IBAN', 'IBAN', bank.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    ['BIC', 'BIC', bank.bic],
    ['Référence à rappeler', 'Reference to give', bank.reference],
    ...(due_on
      ? [['À payer avant le', 'Pay by', longDay(due_on)] as [string, string, string]]
      : []),
  ]
  const width = WIDTH - 116 - CODE_SIZE
  within('Table', () =>
    rows.forEach(([fr, en, value], index) => {
      const y = top + 22 + index * 24
      headedRow(
        page,
        () => label(page, { fr, en }, LEFT, y),
        () => line(value, LEFT + 104, y, { size: 9.5, weight: 'medium', width }),
      )
    }),
  )
  const code = epcCode({ ...bank, amount_minor: gross, currency })
  if (!code) return
  const x = RIGHT - CODE_SIZE
  qr(code, x, top - 8, CODE_SIZE, 'Code QR du virement SEPA, avec les indications de ce tableau')
  const place = { size: 7, color: SOFT, align: 'right', width: CODE_SIZE + 60 } as const
  const below = top + CODE_SIZE
  line('Scanner avec l’application de la banque', x - 60, below + 4, place)
  line('Scan with your banking app', x - 60, below + 13, { ...place, lang: 'en' })
}
