import { minorDigits } from '@awards/shared/domain'

/** antd takes it for a field without a value, which its types do not say; zero would be a price. */
const NOTHING = '' as unknown as number

/** What was typed as an amount; a comma before the decimals counts as well as a point. */
const amountOf = (typed = '') =>
  typed.trim() === '' ? NOTHING : Number(typed.replace(/\s/g, '').replace(',', '.'))

/** The same in a currency without decimals, where a comma or point before three digits parts thousands. */
const wholeAmountOf = (typed = '') => amountOf(typed.replace(/[.,](?=\d{3}(?!\d))/g, ''))

/**
 * What makes antd's field for numbers one for an amount in units of a currency with its decimals, written as the
 * language on screen writes it: `<InputNumber<number> {...amountField(useLanguage(), currency)} />`.
 */
export function amountField(language: string, currency: string) {
  const precision = minorDigits(currency)
  return {
    precision,
    inputMode: 'decimal',
    parser: precision === 0 ? wholeAmountOf : amountOf,
    decimalSeparator: language === 'fr' ? ',' : '.',
  } as const
}
