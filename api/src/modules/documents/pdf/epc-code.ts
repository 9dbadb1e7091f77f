type Transfer = {
  holder: string
  iban: string
  bic: string
  reference: string
  amount_minor: number
  currency: string
}

const LONGEST_NAME = 70
const LONGEST_TEXT = 140
const HIGHEST_MINOR = 99_999_999_999

/**
 * A SEPA credit transfer as banking apps read it from a code (EPC069-12, version 2, UTF-8); undefined
 * where no SEPA transfer can be made of it.
 */
export function epcCode(transfer: Transfer): string | undefined {
  const { holder, iban, bic, reference, amount_minor, currency } = transfer
  if (currency !== 'EUR' || amount_minor < 1 || amount_minor > HIGHEST_MINOR) return undefined
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    holder.slice(0, LONGEST_NAME),
    iban.replaceAll(/\s/g, ''),
    `EUR${(amount_minor / 100).toFixed(2)}`,
    '',
    '',
    reference.slice(0, LONGEST_TEXT),
  ].join('\n')
}
