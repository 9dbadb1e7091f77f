import { useFormat } from '@awards/shared/i18n'
import styles from './amount.module.css'

type AmountProps = { minor: number | null; currency: string }

/** An amount in a column: digits of one width, so that they stand below each other. */
export function Amount({ minor, currency }: AmountProps) {
  const format = useFormat()
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  if (minor === null) return <span className={styles.amount}>–</span>
  return (
    <span className={styles.amount}>
      {format.number(minor / 10 ** digits, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
      })}
    </span>
  )
}
