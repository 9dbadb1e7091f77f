import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { totalOf, type PriceList } from '../common/use-programme.ts'
import styles from './price-panel.module.css'

type PricePanelProps = {
  prices: PriceList
  section: string | undefined
  chosen: readonly { id: string; name: string }[]
}

/** What the chosen categories cost together, line by line, and when the price changes. */
export function PricePanel({ prices, section, chosen }: PricePanelProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const price = prices.of(section)
  if (!price) return null
  const { currency, next } = prices
  const money = (amount_minor: number) => format.money({ amount_minor, currency })
  const later = next?.of(section)
  return (
    <section className={styles.panel} aria-labelledby="price">
      <h2 id="price" className={styles.title}>
        {t('price.title')}
      </h2>
      {chosen.length === 0 ? (
        <p className={styles.rule}>
          {t('price.rule', { first: money(price.first), additional: money(price.additional) })}
        </p>
      ) : (
        <ul className={styles.lines} role="list">
          {chosen.map(({ id, name }, index) => (
            <li key={id}>
              <span>{name}</span>
              <span>{money(index === 0 ? price.first : price.additional)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.total} role="status">
        {chosen.length > 0 && (
          <>
            <span>{t('price.total')}</span>
            <strong>{money(totalOf(price, chosen.length))}</strong>
          </>
        )}
      </p>
      <p className={styles.note}>{t('price.vat')}</p>
      {next && later && (
        <p className={styles.note}>
          {t('price.next', {
            date: format.date(next.starts_at),
            price: money(totalOf(later, Math.max(chosen.length, 1))),
          })}
        </p>
      )}
    </section>
  )
}
