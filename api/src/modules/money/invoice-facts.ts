import { z } from 'zod'
import { VatLine } from '@awards/shared/contract'
import { EU_COUNTRIES } from '@awards/shared/domain'

const Buyer = z.looseObject({
  name: z.string().default(''),
  country: z.string().default(''),
  siren: z.string().optional(),
  vat_no: z.string().optional(),
})
const Stored = z.looseObject({
  buyer: Buyer,
  buyer_kind: z.enum(['business', 'consumer']).optional(),
  vat_lines: z.array(VatLine).optional(),
  vat_rate: z.coerce.number().default(0),
  net: z.int(),
  vat: z.int(),
  gross: z.int(),
  currency: z.string(),
  mention: z.string().nullish(),
  cancels: z.string().optional(),
})
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
export function invoiceFacts(document: unknown, billing: unknown): InvoiceFacts {
  const { buyer, buyer_kind, vat_lines, ...paper } = Stored.parse(document)
  const billed = Billed.safeParse(billing).data
  const single = {
    rate_percent: paper.vat_rate,
    net_minor: paper.net,
    vat_minor: paper.vat,
    mention: paper.mention ?? null,
  }
  return {
    name: buyer.name,
    country: buyer.country,
    siren: buyer.siren ?? billed?.siren ?? '',
    vat_no: buyer.vat_no ?? billed?.vat_no ?? '',
    isBusiness: (buyer_kind ?? billed?.kind) === 'business',
    vat_lines: vat_lines?.length ? vat_lines : [single],
    gross: paper.gross,
    currency: paper.currency,
    cancels: paper.cancels ?? '',
  }
}

/** An invoice between French businesses travels through an approved platform, not the e-reporting. */
export const isDomesticBusiness = ({ isBusiness, country }: InvoiceFacts): boolean =>
  isBusiness && country === 'FR'

/** For the tax office: sold to a consumer, or to a business in another country. */
export const buyerPlace = ({ country }: InvoiceFacts): 'FR' | 'UE' | 'HORS UE' =>
  country === 'FR' ? 'FR' : EU_COUNTRIES.includes(country) ? 'UE' : 'HORS UE'
