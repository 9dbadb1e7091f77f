import type { Billing } from '@awards/shared/contract'
import { vatAmount, vatFor } from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../common/use-money.ts'
import styles from './price-lines.module.css'

type PriceLinesProps = {
  lines: readonly { label: string; amount_minor: number }[]
  net: number
  /** Rate of the account, and whether its VAT number is confirmed. */
  rate: number
  currency: string
  billing: Partial<Billing>
}

/** The rate for what the form says so far; without a country that of the account. */
function rateFor({ kind, country, tax_id }: Partial<Billing>, ofAccount: number) {
  if (!kind || !country) return ofAccount
  const vat_validated = ofAccount === 0
  return vatFor({ country, kind, vat_validated, has_tax_id: !!tax_id }).rate_percent
}

/** How the amount comes about. */
export function PriceLines({ lines, net, rate, currency, billing }: PriceLinesProps) {
  const { t } = useTranslation('payment')
  const money = useMoney(currency)
  const percent = rateFor(billing, rate)
  const vat = vatAmount(net, percent)
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
        <dd>{money(net + vat)}</dd>
      </div>
    </dl>
  )
}
