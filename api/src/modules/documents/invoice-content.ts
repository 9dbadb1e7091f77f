import { z } from 'zod'
import { VatLine, type Billing } from '@awards/shared/contract'
import { FEE_NAMES, FEE_TYPE, type Channel } from '@awards/shared/domain'
import { SERVER_CHANNELS } from '../payments/channels/server-channels.ts'
import type { Bilingual, InvoiceDocument, InvoiceLine, Party } from './documents.types.ts'
import type { Buyer, InvoiceSubject, Programme } from './documents.repository.ts'

/** The agreed price, as stored with an order or a quote. */
export const Amounts = z.object({
  amount_ht: z.int(),
  vat_rate: z.coerce.number(),
  vat_amount: z.int(),
  mention: z.string().nullable().default(null),
  vat_lines: z.array(VatLine).optional(),
  breakdown: z
    .array(
      z.object({
        label: z.string(),
        amount_minor: z.int(),
        kind: z.enum(['fee', 'discount', 'vat']).optional(),
      }),
    )
    .optional(),
  code: z.string().nullish(),
})
export type Amounts = z.infer<typeof Amounts>

/** The invoice address if given, else the account's. */
export function buyerOf(subject: Buyer, billing: Billing | null): Party {
  if (!billing) {
    const { company, first_name, last_name, siren, vat_no } = subject
    return {
      name: company ?? `${first_name} ${last_name}`,
      address: subject.address ?? '',
      postal_code: subject.postal_code ?? '',
      city: subject.city ?? '',
      country: subject.country ?? '',
      ...taxNumbersOf({ siren, vat_no, tax_id: null }),
    }
  }
  const { name, address, postal_code, city, country, po_number } = billing
  return {
    name,
    address,
    postal_code,
    city,
    country,
    ...taxNumbersOf(billing),
    ...(po_number && { po_number }),
  }
}

type TaxNumbers = Partial<Record<'siren' | 'vat_no' | 'tax_id', string | null>>

function taxNumbersOf({ siren, vat_no, tax_id }: TaxNumbers) {
  return {
    details: [
      siren && `SIREN ${siren}`,
      vat_no && `N° TVA ${vat_no}`,
      tax_id && `N° fiscal ${tax_id}`,
    ].filter((text): text is string => Boolean(text)),
    ...(siren && { siren }),
    ...(vat_no && { vat_no }),
  }
}

/** Delivery address of the trophy, if it is not the buyer's. */
export function deliveryOf(subject: InvoiceSubject, feeType: number, buyer: Party): Party | null {
  const { shipping } = subject
  if (feeType !== FEE_TYPE.winner_package || !shipping) return null
  const { recipient, address, postal_code, city, country } = shipping
  const isSame = address === buyer.address && city === buyer.city
  return isSame ? null : { name: recipient, address, postal_code, city, country, details: [] }
}

/** One line for each rate of tax; older orders have a single rate. */
function vatLinesOf(amounts: Amounts): VatLine[] {
  const { vat_lines, vat_rate, amount_ht, vat_amount, mention } = amounts
  if (vat_lines?.length) return vat_lines
  return [{ rate_percent: vat_rate, net_minor: amount_ht, vat_minor: vat_amount, mention }]
}

/** Invoice lines: the fee, or the package with its gala seats as a separate line. */
export function linesOf(subject: InvoiceSubject, feeType: number, amounts: Amounts): InvoiceLine[] {
  const vatLines = vatLinesOf(amounts)
  const list = listPrice(amounts)
  return vatLines.map((line) => ({
    label: labelOf(subject, feeType, vatLines.length > 1 && line.mention === null),
    detail: detailOf(subject, vatLines.length === 1 && list ? (amounts.code ?? '') : null),
    quantity: 1,
    list_net: (vatLines.length === 1 && list) || line.net_minor,
    net: line.net_minor,
    vat: line.vat_minor,
    rate_percent: line.rate_percent,
    mention: line.mention,
  }))
}

/** The price before a discount; undefined without one, or if the parts do not add up. */
function listPrice({ breakdown = [], amount_ht }: Amounts): number | undefined {
  const sum = (kind: string) =>
    breakdown.reduce((total, part) => total + (part.kind === kind ? part.amount_minor : 0), 0)
  const discount = sum('discount')
  return discount < 0 && sum('fee') + discount === amount_ht ? sum('fee') : undefined
}

function labelOf({ package_name }: InvoiceSubject, feeType: number, isSeats: boolean): string {
  if (feeType === FEE_TYPE.entry) return `${FEE_NAMES.fr.entry} / ${FEE_NAMES.en.entry}`
  if (isSeats) return 'Places au gala / Seats at the gala'
  const name = package_name?.fr ?? package_name?.en
  return `${FEE_NAMES.fr.winner}${name ? ` ${name}` : ''} / ${FEE_NAMES.en.winner}`
}

function detailOf(subject: InvoiceSubject, code: string | null): string {
  const edition = subject.edition_name.fr ?? subject.edition_name.en
  const category = subject.category_name.fr ?? subject.category_name.en
  const reduced = code === null ? '' : `, remise${code ? ` (code ${code})` : ''} déduite`
  return `${subject.entry_no}, « ${subject.title} », ${category}, ${edition}${reduced}`
}

export const paidText = (channel: Channel, reference: string | null) =>
  `${SERVER_CHANNELS[channel].invoiceName}${reference ? `, référence ${reference}` : ''}`

/** Totals of the lines, by VAT rate and overall. */
export function totalsOf(
  lines: readonly InvoiceLine[],
  currency: string,
): Pick<InvoiceDocument, 'vat_lines' | 'net' | 'vat' | 'gross' | 'currency' | 'vat_eur'> {
  const byRate = new Map<string, VatLine>()
  for (const { rate_percent, mention, net, vat } of lines) {
    const key = `${rate_percent} ${mention ?? ''}`
    const sum = byRate.get(key) ?? { rate_percent, mention, net_minor: 0, vat_minor: 0 }
    byRate.set(key, { ...sum, net_minor: sum.net_minor + net, vat_minor: sum.vat_minor + vat })
  }
  const net = lines.reduce((sum, line) => sum + line.net, 0)
  const vat = lines.reduce((sum, line) => sum + line.vat, 0)
  const vat_eur = currency === 'EUR' ? vat : null
  return { vat_lines: [...byRate.values()], net, vat, gross: net + vat, currency, vat_eur }
}

/** The organiser as seller, with the legal mentions. */
export const sellerOf = ({ organiser }: Programme): Party => ({
  name: organiser.name,
  address: organiser.address,
  postal_code: organiser.postal_code,
  city: organiser.city,
  country: organiser.country,
  details: [
    organiser.legal_form + (organiser.capital ? ` au capital de ${organiser.capital}` : ''),
    [`SIREN ${organiser.siren}`, organiser.rcs && `RCS ${organiser.rcs}`]
      .filter(Boolean)
      .join(' · '),
    `N° TVA intracommunautaire ${organiser.vat_no}`,
    ...(organiser.naf ? [`NAF ${organiser.naf}`] : []),
  ],
  siren: organiser.siren,
  vat_no: organiser.vat_no,
})

type TermFacts = Pick<InvoiceDocument, 'kind' | 'buyer_kind' | 'vat'>

const SERVICES = {
  fr: 'Nature de l’opération : prestation de services.',
  en: 'Nature of the operation: supply of services.',
}
const VAT_ON_RECEIPT = {
  fr: 'TVA exigible à l’encaissement.',
  en: 'VAT due on receipt of the payment.',
}
export const VAT_ON_DEBITS = {
  fr: 'Option pour le paiement de la taxe d’après les débits.',
  en: 'Option for the payment of VAT on the basis of debits.',
}
/** The three coded terms of Factur-X, in this order: discount, penalty, recovery. */
const NO_EARLY_DISCOUNT = {
  fr: 'Pas d’escompte pour paiement anticipé.',
  en: 'No discount for early payment.',
}
const LATE_PENALTY = {
  fr: 'Pénalités de retard : trois fois le taux de l’intérêt légal.',
  en: 'Late payment: three times the French legal interest rate.',
}
const RECOVERY = {
  fr: 'Indemnité forfaitaire pour frais de recouvrement entre professionnels : 40 € (art. L441-10 et D441-5 C. com.).',
  en: 'Between professionals, fixed compensation for recovery costs: €40 (art. L441-10 and D441-5 C. com.).',
}
const PROFORMA = {
  fr: 'Ce document n’est pas une facture. La facture est émise à la réception du paiement.',
  en: 'This is not an invoice. The invoice is issued when the payment has arrived.',
}

/** Terms that French law requires on a document. */
export function termsOf(
  { organiser }: Programme,
  { kind, buyer_kind, vat }: TermFacts,
): Bilingual[] {
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
