import { useLanguage } from '@awards/shared/i18n'
import { InputNumber, type InputNumberProps } from 'antd'

/** What was typed as an amount; a comma before the cents counts as well as a point. */
const amountOf = (typed = '') => Number(typed.replace(/\s/g, '').replace(',', '.'))

/** A field for an amount in whole units and cents, written as the language on screen writes it. */
export function AmountInput(props: InputNumberProps<number>) {
  return (
    <InputNumber<number>
      {...props}
      precision={2}
      inputMode="decimal"
      parser={amountOf}
      decimalSeparator={useLanguage() === 'fr' ? ',' : '.'}
    />
  )
}
