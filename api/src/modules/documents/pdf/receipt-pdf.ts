import type { Bilingual, Party } from '../documents.types.ts'
import type { FontLibrary } from './fonts.ts'
import {
  beside,
  headedRow,
  drawFoot,
  drawMasthead,
  drawParties,
  GREEN,
  INK,
  label,
  LEFT,
  moneyIn,
  RED_TEXT,
  RIGHT,
  rule,
  SOFT,
  WIDTH,
} from './paper.ts'
import { pdfPage, type DrawnPaper, type PdfPage } from './pdf-page.ts'

export type Receipt = {
  number: string
  seller: Party
  payer: Party
  order_no: string
  subject: Bilingual
  /** The entries that were paid for. */
  entries: string[]
  channel: Bilingual
  currency: string
  is_duplicate: boolean
  invoice: string | null
  paid: number
  refunded: number
  facts: {
    kind: 'payment' | 'refund'
    amount_minor: number
    reference: string
    at: Bilingual & { iso: string }
    /** The charge in the payer's own currency, if the provider reports it. */
    charged: { amount_minor: number; currency: string; rate: string | null } | null
  }[]
}

const PAYMENT = { fr: 'Reçu de paiement', en: 'Receipt of payment' }
const REFUND = { fr: 'Reçu de remboursement', en: 'Receipt of refund' }
const TERMS = [
  {
    fr: 'Ce reçu atteste un mouvement d’argent. Il ne remplace pas la facture, qui seule donne droit à déduction de la TVA.',
    en: 'This receipt proves that money has moved. It does not replace the invoice, which alone entitles to deduct VAT.',
  },
]
/** What becomes of a second payment: it is owed to the payer until all of it has gone back. */
const TWICE = {
  owed: {
    fr: 'La somme était déjà réglée : ce second paiement doit vous être remboursé.',
    en: 'The amount had been paid already: this second payment is to be sent back.',
  },
  returned: {
    fr: 'La somme était déjà réglée : ce second paiement a été remboursé.',
    en: 'The amount had been paid already: this second payment was sent back.',
  },
}
const AMOUNT = 250

/** A4 portrait: payments and refunds with date, channel and number, in French with English. */
export function receiptPdf(fonts: FontLibrary, receipt: Receipt): Promise<DrawnPaper> {
  const { number, seller, payer, facts, invoice, order_no } = receipt
  const title = receipt.refunded > 0 ? REFUND : PAYMENT
  const last = facts.at(-1)?.at
  const page = pdfPage(fonts, {
    layout: 'portrait',
    title: `${title.fr} ${number}`,
    author: seller.name,
    language: 'fr-FR',
    date: new Date(last?.iso ?? 0),
  })
  drawMasthead(page, {
    title,
    number,
    sender: seller.name,
    facts: [
      [{ fr: 'Commande', en: 'Order' }, order_no],
      ...(invoice ? [[{ fr: 'Facture', en: 'Invoice' }, invoice] as [Bilingual, string]] : []),
      [{ fr: 'Moyen de paiement', en: 'Way of payment' }, channelText(receipt)],
    ],
  })
  const afterParties = drawParties(page, 164, [
    { title: { fr: 'Bénéficiaire', en: 'Payee' }, party: seller },
    { title: { fr: 'Payeur', en: 'Payer' }, party: payer },
  ])
  const afterSubject = drawSubject(page, receipt, afterParties + 34)
  const afterFacts = drawFacts(page, receipt, afterSubject)
  drawBalance(page, receipt, afterFacts)
  drawFoot(page, { terms: TERMS, seller })
  return page.finish()
}

const channelText = ({ channel: { fr, en } }: Receipt) => (fr === en ? fr : `${fr} / ${en}`)

function drawSubject(page: PdfPage, { subject, entries }: Receipt, top: number): number {
  const { line, within } = page
  let y = top
  within('Table', () =>
    headedRow(
      page,
      () => label(page, { fr: 'Objet', en: 'Subject' }, LEFT, top),
      () => {
        const what = `${subject.fr} / ${subject.en}`
        within('P', () => line(what, LEFT + 104, top, { size: 10, weight: 'medium' }))
        for (const entry of entries) {
          y += 13
          const at = y
          within('P', () =>
            line(entry, LEFT + 104, at, { size: 9, color: SOFT, width: WIDTH - 104 }),
          )
        }
      },
    ),
  )
  return y + 31
}

function drawFacts(page: PdfPage, { facts, currency }: Receipt, top: number): number {
  const money = moneyIn(currency)
  const { line, within } = page
  rule(page, LEFT, top - 14, INK, 0.8)
  let y = top + 10
  for (const { kind, amount_minor, reference, at, charged } of facts) {
    const isRefund = kind === 'refund'
    const color = isRefund ? RED_TEXT : GREEN
    const title = isRefund
      ? { fr: 'Remboursement', en: 'Refund' }
      : { fr: 'Paiement', en: 'Payment' }
    within('H2', () =>
      beside(page, title, LEFT, y, { size: 12, weight: 'medium', color, small: 8 }),
    )
    line(money(isRefund ? -amount_minor : amount_minor), RIGHT - AMOUNT, y + 4, {
      size: 17,
      weight: 'medium',
      align: 'right',
      width: AMOUNT,
    })
    const look = { size: 9, color: SOFT, width: WIDTH - 120 }
    line(`${at.fr} / ${at.en}`, LEFT, y + 16, look)
    line(`Référence / Reference ${reference}`, LEFT, y + 29, look)
    if (charged) {
      const rate = charged.rate ? `, taux / rate ${charged.rate}` : ''
      const text = `Débité au payeur / Charged to the payer ${moneyIn(charged.currency)(charged.amount_minor)}${rate}`
      line(text, LEFT, y + 42, { size: 9, color: SOFT, width: WIDTH })
      y += 13
    }
    rule(page, LEFT, y + 42)
    y += 66
  }
  return y
}

function drawBalance(page: PdfPage, receipt: Receipt, top: number) {
  const { line, within } = page
  const money = moneyIn(receipt.currency)
  if (receipt.refunded > 0) {
    const title = { fr: 'Solde encaissé', en: 'Kept' }
    const place = { size: 12, weight: 'medium', align: 'right', width: AMOUNT } as const
    within('P', () => {
      beside(page, title, LEFT, top, { size: 10, weight: 'medium', small: 8 })
      line(money(receipt.paid - receipt.refunded), RIGHT - AMOUNT, top, place)
    })
  }
  if (!receipt.is_duplicate) return
  const { fr, en } = TWICE[receipt.refunded < receipt.paid ? 'owed' : 'returned']
  line(fr, LEFT, top + 26, { size: 9, color: RED_TEXT })
  line(en, LEFT, top + 38, { size: 8, color: SOFT, lang: 'en' })
}
