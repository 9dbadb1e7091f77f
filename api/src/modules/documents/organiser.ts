import { z } from 'zod'
import { PRIMARY_COLOUR } from '@awards/shared/domain'
import { BusinessError } from '../../http/business-error.ts'
import type { Db } from '../../db/database.ts'
import { pricesRepository } from '../payments/prices/prices.repository.ts'
import type { Party } from './documents.types.ts'

const Bilingual = z.looseObject({ en: z.string(), fr: z.string().optional() })
const Programme = z.object({
  name: Bilingual,
  timezone: z.string().default('UTC'),
  primary_colour: z.string().default(PRIMARY_COLOUR),
  organiser: z.object({
    name: z.string(),
    legal_form: z.string(),
    siren: z.string(),
    vat_no: z.string(),
    address: z.string(),
    postal_code: z.string(),
    city: z.string(),
    country: z.string(),
    capital: z.string().optional(),
    rcs: z.string().optional(),
    naf: z.string().optional(),
    vat_on_debits: z.boolean().default(false),
    late_penalty: z.object({ fr: z.string(), en: z.string() }).optional(),
  }),
  certificate: z
    .object({
      place: z.string(),
      signatures: z.array(z.object({ name: z.string(), role: Bilingual })),
    })
    .optional(),
})
export type Programme = z.infer<typeof Programme>

/** The programme document, with the organiser that documents name. */
export async function programmeOf(db: Db): Promise<Programme> {
  const parsed = Programme.safeParse(await pricesRepository(db).document('programme'))
  if (!parsed.success) {
    throw new BusinessError(
      409,
      'The organiser has not entered its details yet, and a document has to name them. Please write to us.',
      { reason: 'NO_ORGANISER' },
    )
  }
  return parsed.data
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
