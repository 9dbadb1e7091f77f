/** Countries of the European Union, ISO 3166-1 alpha-2, 2026. */
export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

export type VatBuyer = {
  country: string
  kind: 'business' | 'consumer'
  /** Set once the number was confirmed by VIES. */
  vat_validated: boolean
  /** A registration document or tax number outside the Union. */
  has_tax_id: boolean
}
export type VatRuling = { rate_percent: number; mention: string | null; rule: string }

type VatRule = {
  rule: string
  applies: (buyer: VatBuyer) => boolean
  rate_percent: number
  mention: string | null
}

const isEu = (country: string) => EU_COUNTRIES.includes(country)
const STANDARD_RATE = 20

/** Domain page §2.9, first row that applies. In force since 2014-01-01 (French standard rate 20 %). */
export const VAT_RULES: readonly VatRule[] = [
  {
    rule: 'france',
    applies: ({ country }) => country === 'FR',
    rate_percent: STANDARD_RATE,
    mention: null,
  },
  {
    rule: 'eu_business_reverse_charge',
    applies: (buyer) => isEu(buyer.country) && buyer.kind === 'business' && buyer.vat_validated,
    rate_percent: 0,
    mention: 'Autoliquidation - art. 283-2 CGI, art. 44 et 196 directive 2006/112/CE',
  },
  {
    rule: 'eu_consumer_or_unproven',
    applies: ({ country }) => isEu(country),
    rate_percent: STANDARD_RATE,
    mention: null,
  },
  {
    rule: 'outside_eu_business',
    applies: ({ kind, has_tax_id }) => kind === 'business' && has_tax_id,
    rate_percent: 0,
    mention: 'TVA non applicable - art. 259-1 CGI',
  },
  {
    rule: 'outside_eu_consumer',
    applies: () => true,
    rate_percent: STANDARD_RATE,
    mention: null,
  },
]

/** The rate and the legal mention for a buyer. */
export function vatFor(buyer: VatBuyer): VatRuling {
  const found = VAT_RULES.find(({ applies }) => applies(buyer))
  if (!found) throw new Error('The VAT table has no row for this buyer')
  return { rate_percent: found.rate_percent, mention: found.mention, rule: found.rule }
}

/** VAT on a net amount in minor units, rounded half up to the unit. */
export const vatAmount = (netMinor: number, ratePercent: number): number =>
  Math.floor((netMinor * ratePercent + 50) / 100)
