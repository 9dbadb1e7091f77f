import type { Billing } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../common/use-money.ts'
import { buyerPrice } from './buyer-price.ts'
import styles from './price-lines.module.css'

type PriceLinesProps = {
  lines: readonly { label: string; amount_minor: number }[]
  net: number
  /** Rate of the account, and whether its VAT number is confirmed. */
  rate: number
  currency: string
  billing: Partial<Billing>
}

/** How the amount comes about. */
export function PriceLines({ lines, net, rate, currency, billing }: PriceLinesProps) {
  const { t } = useTranslation('payment')
  const money = useMoney(currency)
  const { percent, vat, total } = buyerPrice(net, rate, billing)
  return (
    <dl className={styles.lines}>
      {lines.map(({ label, amount_minor }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{money(amount_minor)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('price.vat', { rate: percent })}</dt>
        <dd>{money(vat)}</dd>
      </div>
      <div className={styles.total}>
        <dt>{t('price.total')}</dt>
        <dd>{money(total)}</dd>
      </div>
    </dl>
  )
}
