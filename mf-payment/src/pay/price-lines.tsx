import type { Quote, OwnerEntryInfo } from '@awards/shared/contract'
import { VAT_RULES } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../common/use-money.ts'
import styles from './price-lines.module.css'
import { ResponsiveImage } from '@awards/shared/ui'

/** The work that is paid for. */
export function WorkLine({ info }: { info: OwnerEntryInfo }) {
  const cover = info.files.find(({ kind }) => kind === 'cover')?.picture
  return (
    <div className={styles.work}>
      {cover && <ResponsiveImage picture={cover} sizes="8rem" ratio="1" alt="" />}
      <p>
        <strong>{info.answers.title}</strong>
        <span>{info.category.name}</span>
        <span>{info.entry_no}</span>
      </p>
    </div>
  )
}

type Price = Pick<Quote, 'amount_ht' | 'vat_rate' | 'amount' | 'currency' | 'vat_lines'> & {
  /** What makes up the net price. */
  lines: readonly { label: string; amount_minor: number }[]
  vat_rule?: string | undefined
  mention?: string | null
}

const RULES = VAT_RULES.map(({ rule }) => rule)

/** Tax by rate; one line where the server names a single rate. */
const taxOf = ({ vat_lines, amount_ht, vat_rate, amount, mention = null }: Price) =>
  vat_lines ?? [
    { rate_percent: vat_rate, net_minor: amount_ht, vat_minor: amount - amount_ht, mention },
  ]

/** How the amount comes about; why the tax is what it is stands below in plain words. */
export function PriceLines({ price }: { price: Price }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(price.currency)
  const taxes = taxOf(price)
  const mentions = [...new Set(taxes.map(({ mention }) => mention).filter(Boolean))]
  const percent = (rate: number) => format.number(rate)
  const reasons = [
    ...RULES.filter((rule) => rule === price.vat_rule),
    ...(taxes.length > 1 ? ['event_in_france'] : []),
  ]
  return (
    <>
      <dl className={styles.lines}>
        {price.lines.map(({ label, amount_minor }) => (
          <div key={label} className={amount_minor < 0 ? styles.discount : undefined}>
            <dt>{label}</dt>
            <dd>{money(amount_minor)}</dd>
          </div>
        ))}
        {taxes.map(({ rate_percent, net_minor, vat_minor }) => (
          <div key={rate_percent}>
            <dt>
              {taxes.length > 1
                ? t('price.vatOf', { rate: percent(rate_percent), net: money(net_minor) })
                : t('price.vat', { rate: percent(rate_percent) })}
            </dt>
            <dd>{money(vat_minor)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{t('price.total')}</dt>
          <dd>{money(price.amount)}</dd>
        </div>
      </dl>
      <p className={styles.why}>
        {reasons.map((rule) => (
          <span key={rule}>{t(`rule.${rule}`)}</span>
        ))}
        {mentions.map((mention) => (
          <span key={mention} lang="fr">
            {mention}
          </span>
        ))}
      </p>
    </>
  )
}
