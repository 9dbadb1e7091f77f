/** What was typed as an amount; a comma before the cents counts as well as a point. */
const amountOf = (typed = '') => Number(typed.replace(/\s/g, '').replace(',', '.'))

/**
 * What makes antd's field for numbers one for an amount in whole units and cents, written as the
 * language on screen writes it: `<InputNumber<number> {...amountField(useLanguage())} />`.
 */
export const amountField = (language: string) =>
  ({
    precision: 2,
    inputMode: 'decimal',
    parser: amountOf,
    decimalSeparator: language === 'fr' ? ',' : '.',
  }) as const
