import { dayIn } from '../day.ts'

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

/** A row of the table; `from` and `until` are days in Paris, the last one included. */
export type VatRule = VatRuling & {
  from: string
  until: string | null
  applies: (buyer: VatBuyer) => boolean
  source: string
}

const isEu = (country: string) => EU_COUNTRIES.includes(country)
/** For VAT Monaco is part of the French territory. */
const isFrench = ({ country }: VatBuyer) => country === 'FR' || country === 'MC'
const STANDARD_RATE = { from: '2014-01-01', until: null, rate_percent: 20, mention: null } as const
const WITHOUT_TAX = { from: '2010-01-01', until: null, rate_percent: 0 } as const

const REVERSE_CHARGE = 'Autoliquidation'
/** Whether the buyer owes the tax, by the mention that an invoice has to carry then. */
export const isReverseCharge = ({ mention }: { mention: string | null }): boolean =>
  mention?.startsWith(REVERSE_CHARGE) === true

/**
 * Domain page §2.9, first row in force that applies. A rate that changes ends its row with `until` and
 * begins another: what was quoted and invoiced before keeps the old one.
 */
export const VAT_RULES: readonly VatRule[] = [
  { rule: 'france', ...STANDARD_RATE, applies: isFrench, source: 'art. 278 CGI' },
  {
    rule: 'eu_business_reverse_charge',
    ...WITHOUT_TAX,
    applies: (buyer) => isEu(buyer.country) && buyer.kind === 'business' && buyer.vat_validated,
    mention: `${REVERSE_CHARGE} - art. 283-2 CGI, art. 44 et 196 directive 2006/112/CE`,
    source: 'art. 259-1 and 283-2 CGI; art. 44 and 196 directive 2006/112/EC',
  },
  {
    rule: 'eu_consumer_or_unproven',
    ...STANDARD_RATE,
    applies: ({ country }) => isEu(country),
    source: 'art. 259-2 CGI',
  },
  {
    rule: 'outside_eu_business',
    ...WITHOUT_TAX,
    applies: ({ kind, has_tax_id }) => kind === 'business' && has_tax_id,
    mention: 'TVA non applicable - art. 259-1 CGI',
    source: 'art. 259-1 CGI',
  },
  {
    rule: 'outside_eu_consumer',
    ...STANDARD_RATE,
    applies: () => true,
    source: 'art. 259-2 CGI; the exceptions of art. 259 B are for the accountant',
  },
]

/** Admission to an event is taxed where it takes place, for each buyer. */
export const EVENT_VAT_RULES: readonly VatRule[] = [
  {
    rule: 'event_in_france',
    ...STANDARD_RATE,
    applies: () => true,
    source: 'art. 259 A 5 and 259-0 CGI; art. 53 and 54 directive 2006/112/EC',
  },
]

const PARIS = 'Europe/Paris'

/** The rate and the legal mention for a buyer at a moment. */
export function vatFor(
  buyer: VatBuyer,
  // Remotes of before name no day.
  at: Date = new Date(),
  table: readonly VatRule[] = VAT_RULES,
): VatRuling {
  const day = dayIn(at, PARIS)
  const found = table.find(
    ({ from, until, applies }) => from <= day && (until === null || day <= until) && applies(buyer),
  )
  if (!found) throw new Error(`The VAT table has no row for this buyer on ${day}`)
  return { rate_percent: found.rate_percent, mention: found.mention, rule: found.rule }
}

/** VAT on a net amount in minor units, rounded half up to the unit. */
export const vatAmount = (netMinor: number, ratePercent: number): number =>
  Math.floor((netMinor * ratePercent + 50) / 100)

export type TaxedPart = {
  rate_percent: number
  net_minor: number
  vat_minor: number
  mention: string | null
}

/** One line for each rate of a price; a line of nothing is left out unless it is the only one. */
export function vatLines(parts: readonly { net_minor: number; ruling: VatRuling }[]): TaxedPart[] {
  const lines: TaxedPart[] = []
  for (const { net_minor, ruling } of parts) {
    const { rate_percent, mention } = ruling
    const same = lines.find((line) => line.rate_percent === rate_percent)
    if (same) same.net_minor += net_minor
    else lines.push({ rate_percent, net_minor, vat_minor: 0, mention })
  }
  const worth = lines.filter(({ net_minor }) => net_minor > 0)
  return (worth.length > 0 ? worth : lines.slice(0, 1)).map((line) => ({
    ...line,
    vat_minor: vatAmount(line.net_minor, line.rate_percent),
  }))
}

/** A price with a share for seats at an event, which has a tax of its own. */
export function taxedPrice(netMinor: number, eventMinor: number, buyer: VatBuyer, at: Date) {
  const ruling = vatFor(buyer, at)
  const lines = vatLines([
    { net_minor: netMinor - eventMinor, ruling },
    { net_minor: eventMinor, ruling: vatFor(buyer, at, EVENT_VAT_RULES) },
  ])
  const vat = lines.reduce((sum, line) => sum + line.vat_minor, 0)
  return { ruling, lines, vat, total: netMinor + vat }
}

/**
 * Splits the tax on a sum among its parts by the largest remainder, so that they add up to it to the cent: a
 * tax rounded part by part would differ from that of the whole (EN 16931, BR-CO-17).
 */
export function splitVat(nets: readonly number[], ratePercent: number): number[] {
  const exact = nets.map((net) => (net * ratePercent) / 100)
  const parts = exact.map(Math.floor)
  const total = vatAmount(
    nets.reduce((sum, net) => sum + net, 0),
    ratePercent,
  )
  const odd = total - parts.reduce((sum, part) => sum + part, 0)
  const first = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder)
    .slice(0, odd)
  for (const { index } of first) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** Whether this is the number of a French company: nine digits, the last one a check digit (Luhn; INSEE, art. R123-221 C. com.). */
export function isSiren(siren: string): boolean {
  if (!/^\d{9}$/.test(siren)) return false
  const sum = [...siren].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The number by which a business is known to its tax office, where the invoice or the tax depends on one. */
export function taxNumberOf(kind: string | undefined, country: string | undefined) {
  if (kind !== 'business' || !country) return undefined
  if (country === 'FR') return 'siren'
  // For VAT Monaco is French, and its companies have no SIREN.
  if (country === 'MC') return undefined
  return isEu(country) ? 'vat_no' : 'tax_id'
}

/** The numbers that an invoice can carry. `po_number`: the buyer's own purchase order. */
export type BuyerNumber = 'siren' | 'vat_no' | 'tax_id' | 'po_number'

/**
 * The numbers asked of a buyer: first the one that decides, then those that are optional. A French or
 * Monegasque company names its VAT number on its invoices, and it changes nothing in the tax.
 */
export function invoiceNumbersOf(
  kind: string | undefined,
  country: string | undefined,
): readonly BuyerNumber[] {
  if (kind !== 'business' || !country) return []
  const numbers: BuyerNumber[] = ['po_number']
  if (country === 'FR' || country === 'MC') numbers.unshift('vat_no')
  const decisive = taxNumberOf(kind, country)
  if (decisive) numbers.unshift(decisive)
  return numbers
}

/**
 * Whether this is a VAT number of France: FR, a key of two characters, a SIREN (art. 286 ter CGI). A key of
 * two digits is checked; one with letters is not computed from the SIREN. Monaco's have no SIREN inside.
 */
export function isFrenchVatNo(vatNo: string, { siren }: { siren?: string | undefined } = {}) {
  const [, key = '', number = ''] =
    /^FR([A-HJ-NP-Z0-9]{2})(\d{9})$/.exec(vatNo.replace(/[\s.-]/g, '').toUpperCase()) ?? []
  if (!number || (siren && siren !== number)) return false
  return /\D/.test(key) || Number(key) === (12 + 3 * (Number(number) % 97)) % 97
}

/** What to say of a French VAT number that is none, or that of another company. */
export const FRENCH_VAT_NO_WRONG =
  'This is not the VAT number of this company: FR, two characters, and the SIREN'

/** What to say where a number is missing without which there is no invoice; the one of a country outside the Union is optional. */
export const TAX_NUMBER_MISSING = {
  siren: 'Give the SIREN of the company: nine digits, as on its registration',
  vat_no: 'Give the VAT number of the company',
} as const
