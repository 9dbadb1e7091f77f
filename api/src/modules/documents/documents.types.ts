import type { VatLine } from '@awards/shared/contract'
import type { Script } from './pdf/fonts.ts'

export type CertificateContent = {
  lang: 'fr' | 'en'
  number: string
  programme: Bilingual
  edition: Bilingual
  year: number
  level: Bilingual
  entry_title: string
  /** The title in its own script, where it has one. */
  title_local: string | null
  holder: string
  designers: string[]
  country: Bilingual | null
  category: Bilingual
  section: Bilingual
  organiser: string
  place: string
  issued_at: Date
  signatures: { name: string; role: Bilingual }[]
  verify_url: string
  /** Whose shapes Chinese characters take where a name does not say. */
  script: Script
}

/** A party of an invoice as it stood on the day of issue. */
export type Party = {
  name: string
  address: string
  postal_code: string
  city: string
  country: string
  /** What the law wants beside the address, as it is printed. */
  details: string[]
  /** The same two numbers for machines; absent where there is none. */
  siren?: string
  vat_no?: string
}
/** A sentence of the law: French, with English beneath. */
export type Bilingual = { fr: string; en: string }

export type InvoiceLine = {
  label: string
  detail: string
  quantity: number
  /** Before a reduction; the same as `net` where there is none. */
  list_net: number
  net: number
  vat: number
  rate_percent: number
  mention: string | null
}

/**
 * Everything an invoice says; stored with it, so that it reads the same for ten years. Amounts are in
 * the smallest unit of the currency, and below zero on a credit note.
 */
export type InvoiceDocument = {
  kind: 'invoice' | 'credit_note' | 'proforma'
  number: string
  issued_at: string
  /** Days in the programme's time zone. */
  issued_on: string
  service_on: string | null
  due_on: string | null
  seller: Party
  buyer: Party
  buyer_kind: 'business' | 'consumer'
  /** Where something is sent to, if not to the buyer. */
  delivery: Party | null
  lines: InvoiceLine[]
  vat_lines: VatLine[]
  net: number
  vat: number
  gross: number
  currency: string
  /** The tax in euros where another currency was charged; null while the rate is not known. */
  vat_eur: number | null
  /** Conditions and mentions that the law asks for. */
  terms: Bilingual[]
  order_no: string | null
  paid: { at: string; text: string } | null
  /** Where a transfer goes, on a proforma. */
  bank: { holder: string; iban: string; bic: string; reference: string } | null
  /** The invoice that a credit note takes back, or that a corrected invoice replaces. */
  cancels?: string
  cancels_on?: string
  /** Why a credit note or a corrected invoice was issued. */
  reason?: Bilingual
}

/** A document as it was stored before invoices had several rates. */
type FirstForm = Omit<InvoiceDocument, 'lines' | 'vat_lines' | 'buyer_kind'> & {
  lines: { label: string; detail: string; net: number }[]
  vat_rate: number
  mention: string | null
}

export type StoredDocument = InvoiceDocument | FirstForm

const isFirstForm = (document: object): document is FirstForm => !('vat_lines' in document)

/** A stored document in the form of today; what was issued is not rewritten for it. */
export function readDocument(stored: StoredDocument): InvoiceDocument {
  if (!isFirstForm(stored)) return stored
  const { vat_rate: rate_percent, mention, ...document } = stored
  const { net, vat, paid, currency } = document
  const day = stored.issued_at.slice(0, 10)
  return {
    ...document,
    issued_on: day,
    service_on: paid?.at.slice(0, 10) ?? null,
    due_on: paid ? day : null,
    buyer_kind: 'consumer',
    delivery: null,
    lines: stored.lines.map((line) => ({
      ...line,
      ...{ quantity: 1, list_net: line.net, vat, rate_percent, mention },
    })),
    vat_lines: [{ rate_percent, mention, net_minor: net, vat_minor: vat }],
    vat_eur: currency === 'EUR' ? vat : null,
    terms: [],
  }
}
