import { z } from 'zod'
import type { VatLine } from '@awards/shared/contract'
import { EU_COUNTRIES } from '@awards/shared/domain'
import { readDocument } from '../documents/stored-document.ts'
import type { StoredDocument } from '../documents/stored-document.ts'

const Billed = z.looseObject({
  kind: z.enum(['business', 'consumer']).optional(),
  siren: z.string().optional(),
  vat_no: z.string().optional(),
})

/** What the books and the tax office want of an invoice, whichever year it was stored in. */
export type InvoiceFacts = {
  name: string
  country: string
  siren: string
  vat_no: string
  isBusiness: boolean
  vat_lines: VatLine[]
  gross: number
  currency: string
  cancels: string
}

/** Reads a stored invoice; its order's billing says what older documents do not. */
export function invoiceFacts(document: StoredDocument, billing: unknown): InvoiceFacts {
  const { buyer, vat_lines, gross, currency, cancels } = readDocument(document)
  const billed = Billed.safeParse(billing).data
  // Invoices of the first form do not say who bought.
  const kind = 'buyer_kind' in document ? document.buyer_kind : billed?.kind
  return {
    name: buyer.name,
    country: buyer.country,
    siren: buyer.siren ?? billed?.siren ?? '',
    vat_no: buyer.vat_no ?? billed?.vat_no ?? '',
    isBusiness: kind === 'business',
    vat_lines,
    gross,
    currency,
    cancels: cancels ?? '',
  }
}

/** An invoice between French businesses travels through an approved platform, not the e-reporting. */
export const isDomesticBusiness = ({ isBusiness, country }: InvoiceFacts): boolean =>
  isBusiness && country === 'FR'

/** For the tax office: sold to a consumer, or to a business in another country. */
export const buyerPlace = ({ country }: InvoiceFacts): 'FR' | 'UE' | 'HORS UE' =>
  country === 'FR' ? 'FR' : EU_COUNTRIES.includes(country) ? 'UE' : 'HORS UE'
