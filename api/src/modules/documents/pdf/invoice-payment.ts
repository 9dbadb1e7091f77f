import type { InvoiceDocument } from '../documents.types.ts'
import { GREEN, label, LEFT, longDay, moneyIn, RED, RIGHT, SOFT, WIDTH } from './paper.ts'
import type { PdfPage } from './pdf-page.ts'

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
export function drawPayment(page: PdfPage, invoice: InvoiceDocument, top: number) {
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
  page.line('Net à payer / Balance due', RIGHT - 160, top, {
    size: 8,
    color: SOFT,
    align: 'right',
    width: 160,
  })
  page.line(moneyIn(currency)(0), RIGHT - 160, top + 16, {
    size: 11,
    weight: 'medium',
    align: 'right',
    width: 160,
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

function drawState({ ornament, line, measure }: PdfPage, color: string, top: number, state: State) {
  ornament((pen) => pen.rect(LEFT, top - 12, 3, state.more ? 50 : 36).fill(color))
  const x = LEFT + 14
  line(state.title, x, top, { size: 12, weight: 'medium', color })
  line(state.english, x + measure(state.title, 12, 'medium') + 7, top, { size: 8, color: SOFT })
  line(state.text, x, top + 17, { size: 9, color: SOFT, width: WIDTH - 190 })
  if (state.more) line(state.more, x, top + 31, { size: 9, color: SOFT, width: WIDTH - 190 })
}

function drawTransfer(
  page: PdfPage,
  { due_on, currency, gross }: InvoiceDocument,
  bank: NonNullable<InvoiceDocument['bank']>,
  top: number,
) {
  const { line, measure, qr } = page
  const title = 'Règlement par virement'
  line(title, LEFT, top, { size: 12, weight: 'medium' })
  line('Pay by bank transfer', LEFT + measure(title, 12, 'medium') + 7, top, {
    size: 8,
    color: SOFT,
  })
  const rows: [string, string, string][] = [
    ['Titulaire', 'Account holder', bank.holder],
    ['IBAN', 'IBAN', bank.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    ['BIC', 'BIC', bank.bic],
    ['Référence à rappeler', 'Reference to give', bank.reference],
    ...(due_on
      ? [['À payer avant le', 'Pay by', longDay(due_on)] as [string, string, string]]
      : []),
  ]
  rows.forEach(([fr, en, value], index) => {
    const y = top + 22 + index * 24
    label(page, { fr, en }, LEFT, y)
    line(value, LEFT + 104, y, { size: 9.5, weight: 'medium', width: WIDTH - 116 - CODE_SIZE })
  })
  const code = epcCode({ ...bank, amount_minor: gross, currency })
  if (!code) return
  const x = RIGHT - CODE_SIZE
  qr(code, x, top - 8, CODE_SIZE, 'Virement SEPA / SEPA credit transfer')
  line('Scanner avec l’application de la banque', x - 60, top + CODE_SIZE + 4, {
    size: 7,
    color: SOFT,
    align: 'right',
    width: CODE_SIZE + 60,
  })
  line('Scan with your banking app', x - 60, top + CODE_SIZE + 13, {
    size: 7,
    color: SOFT,
    align: 'right',
    width: CODE_SIZE + 60,
  })
}
