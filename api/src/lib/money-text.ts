import type { Language } from '@awards/shared/domain'

/** Money from its smallest unit, as people write it in a language. */
export function moneyText(amountMinor: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amountMinor / 10 ** digits)
}
