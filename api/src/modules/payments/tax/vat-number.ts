/**
 * Formats of EU VAT numbers without their prefix, as the Commission publishes them. Check digits are not
 * verified: VIES knows, and an outdated rule would reject an honest company.
 */
const FORMATS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]?\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

export type VatNumber = { prefix: string; number: string }

/** The number without spaces, dots and dashes, in capitals. */
export const compactNumber = (text: string): string => text.replace(/[\s.\-/]/g, '').toUpperCase()

/** Greece is `EL` in VAT numbers; every other country its own code. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/**
 * Parses a VAT number with or without its prefix; undefined if it does not match the country's format.
 */
export function parseVatNumber(text: string, country: string): VatNumber | undefined {
  const compact = compactNumber(text)
  const prefix = prefixOf(country)
  const format = Object.hasOwn(FORMATS, prefix) ? FORMATS[prefix] : undefined
  const prefixes = prefix === 'EL' ? ['EL', 'GR'] : [prefix]
  const candidates = [
    ...prefixes.filter((one) => compact.startsWith(one)).map((one) => compact.slice(one.length)),
    compact,
  ]
  const number = candidates.find((one) => format?.test(one))
  return number === undefined ? undefined : { prefix, number }
}
