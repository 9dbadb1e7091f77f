import type { Profile } from '@awards/shared/contract'
import { LANGUAGE_NAMES } from '@awards/shared/i18n'
import type { TFunction } from 'i18next'

type CountryName = (iso2: string | undefined) => string | undefined
const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')

/** What is known of the person, as it is read. */
export const personFacts = (profile: Profile, t: TFunction<'entrant'>, country: CountryName) => [
  { term: t('profile.name'), detail: joined(profile.first_name, profile.last_name) },
  { term: t('profile.type'), detail: t(`profile.types.${profile.account_type}`) },
  { term: t('profile.company'), detail: profile.company },
  { term: t('profile.school'), detail: profile.school },
  { term: t('profile.job_title'), detail: profile.job_title },
  { term: t('profile.country'), detail: country(profile.country) },
  { term: t('profile.phone'), detail: profile.phone && joined(profile.area_code, profile.phone) },
  { term: t('profile.language'), detail: LANGUAGE_NAMES[profile.language] },
]

/** The address for invoices, as it is read; nothing where none is kept. */
export function billingFacts({ billing }: Profile, t: TFunction<'entrant'>, country: CountryName) {
  if (!billing) return []
  return [
    { term: t('profile.kind'), detail: billing.kind && t(`profile.kinds.${billing.kind}`) },
    { term: t('profile.billingName'), detail: billing.name },
    { term: t('profile.address'), detail: billing.address },
    { term: t('profile.city'), detail: joined(billing.postal_code, billing.city) },
    { term: t('profile.country'), detail: country(billing.country) },
    { term: t('profile.billingEmail'), detail: billing.email },
    { term: t('profile.siren'), detail: billing.siren },
    { term: t('profile.vat_no'), detail: billing.vat_no },
    { term: t('profile.tax_id'), detail: billing.tax_id },
  ]
}
