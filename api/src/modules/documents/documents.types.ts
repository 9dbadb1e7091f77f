import type { VatLine } from '@awards/shared/contract'
import type { Script } from './pdf/fonts.ts'
import type { EntryAct } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { payableEntriesRepository } from '../payments/checkout/payable-entries.repository.ts'
import { orderLinesRepository } from '../payments/orders/order-lines.repository.ts'
import type { Order } from '../payments/payment-types.ts'
import { entriesInRole, requireEntryRole } from '../studios/studio.service.ts'

export type CertificateContent = {
  lang: 'fr' | 'en'
  number: string
  programme: Bilingual
  edition: Bilingual
  year: number
  /** The programme's colour as `#rrggbb`. */
  primary_colour: string
  level: Bilingual
  entry_title: string
  /** The title in its original script, if any. */
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
  /** Glyph variant of Han characters if a name does not tell (Chinese, Japanese or Korean). */
  script: Script
}

/** A party of an invoice on the day of issue. */
export type Party = {
  name: string
  address: string
  postal_code: string
  city: string
  country: string
  /** Legal mentions below the address, as printed. */
  details: string[]
  /** The same numbers for the XML, if any. */
  siren?: string
  vat_no?: string
  /** The buyer's number of its own purchase order. */
  po_number?: string
}
/** French, with English beneath. */
export type Bilingual = { fr: string; en: string }

export type InvoiceLine = {
  label: string
  detail: string
  quantity: number
  /** Net before a discount; equal to `net` without one. */
  list_net: number
  net: number
  vat: number
  rate_percent: number
  mention: string | null
  /** The entry that the line is for, on an invoice of several; a refund of one credits its lines alone. */
  apply_order_id?: string
}

/**
 * The full content of an invoice, stored with it so that it prints the same for ten years. Amounts are in
 * minor units, and negative on a credit note.
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
  /** Delivery address, if it is not the buyer's. */
  delivery: Party | null
  lines: InvoiceLine[]
  vat_lines: VatLine[]
  net: number
  vat: number
  gross: number
  currency: string
  /** The VAT in euros; null for another currency while its rate is unknown. */
  vat_eur: number | null
  /** Terms and mentions required by law. */
  terms: Bilingual[]
  order_no: string | null
  paid: { at: string; text: string } | null
  /** The bank account for a transfer, on a proforma. */
  bank: { holder: string; iban: string; bic: string; reference: string } | null
  /** The invoice that a credit note cancels or a corrected invoice replaces. */
  cancels?: string
  cancels_on?: string
  /** Why a credit note or a corrected invoice was issued. */
  reason?: Bilingual
}

/** The first stored version, before invoices had several VAT rates. */
type FirstVersion = Omit<InvoiceDocument, 'lines' | 'vat_lines' | 'buyer_kind'> & {
  lines: { label: string; detail: string; net: number }[]
  vat_rate: number
  mention: string | null
}

export type StoredDocument = InvoiceDocument | FirstVersion

const isFirstVersion = (document: object): document is FirstVersion => !('vat_lines' in document)

/** Upgrades a stored document to the current version on reading; issued rows are never rewritten. */
export function readDocument(stored: StoredDocument): InvoiceDocument {
  if (!isFirstVersion(stored)) return stored
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
      quantity: 1,
      list_net: line.net,
      vat,
      rate_percent,
      mention,
    })),
    vat_lines: [{ rate_percent, mention, net_minor: net, vat_minor: vat }],
    vat_eur: currency === 'EUR' ? vat : null,
    terms: [],
  }
}

/**
 * Entrants read the documents of entries that their role includes. A juror with `can_manage_fees` reads those of the panel after
 * publication only, because an invoice names the buyer of an anonymised entry.
 */
export async function mayReadDocuments(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  entryId: string,
  act: EntryAct = 'papers',
): Promise<void> {
  const entries = payableEntriesRepository(db)
  if (actor.identity === 0) {
    await requireEntryRole(db, actor, await entries.find(entryId), act)
    return
  }
  if (!actor.juror || !(await entries.isInPanel(actor.juror.id, entryId))) {
    throw new BusinessError(403, 'This entry is not in your panel.')
  }
  const blind = await editionsRepository(db).blindEditions(clock())
  const editions = await editionsRepository(db).entriesByEdition([entryId])
  if ([...editions.keys()].some((edition) => blind.includes(edition))) {
    throw new BusinessError(
      423,
      'This document names its buyer. It opens for the chair once the results are out.',
      { reason: 'BLIND' },
    )
  }
}

/**
 * Invoice and receipt of an order name all of its works, so that a member reads them whose role includes the papers of
 * each. A juror's panel has the work by which the order was found.
 */
export async function mayReadOrder(
  context: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  { order_no, apply_order_id }: Pick<Order, 'order_no' | 'apply_order_id'>,
): Promise<void> {
  if (actor.identity !== 0) return mayReadDocuments(context, actor, apply_order_id)
  const entries = await orderLinesRepository(context.db).entries(order_no)
  const own = await entriesInRole(context.db, actor, entries, 'papers')
  if (own.length === entries.length) return
  throw new BusinessError(
    403,
    'This document also names works that are not shared with you. Ask the owner of the studio for it.',
    { reason: 'SHARED_IN_PART' },
  )
}
