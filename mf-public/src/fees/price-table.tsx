import type { Section } from '@awards/shared/contract'
import type { PriceKind } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { FeeTable } from './fee-table.ts'
import styles from './fees.module.css'

type PriceTableProps = { table: FeeTable; sections: readonly Section[] }

/** What an entry costs, by section and period, with the current period marked. */
export function PriceTable({ table, sections }: PriceTableProps) {
  const { t } = useTranslation('public')
  const { date, money } = useFormat()
  const { currency, current_period, periods, prices } = table
  const codes = [...new Set(prices.map(({ section }) => section))]
  const nameOf = (code: string) => sections.find((each) => each.code === code)?.name ?? code
  const priceOf = (section: string, period: string, kind: PriceKind) => {
    const found = prices.find(
      (price) => price.section === section && price.period === period && price.kind === kind,
    )
    return found && money({ amount_minor: found.amount_minor, currency })
  }
  const mark = (code: string) => (code === current_period ? styles.now : undefined)
  return (
    <section className={styles.section} aria-labelledby="prices-title">
      <SectionHeading id="prices-title">{t('fees.prices')}</SectionHeading>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('fees.section')}</th>
            {periods.map(({ code, name, ends_at }) => (
              <th key={code} scope="col" className={mark(code)}>
                {name}
                <span className={styles.period}>
                  {code === current_period ? `${t('fees.now')} ` : ''}
                  {t('fees.until', { date: date(ends_at, 'short') })}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {codes.map((section) => (
            <tr key={section}>
              <th scope="row">{nameOf(section)}</th>
              {periods.map(({ code }) => (
                <td key={code} className={mark(code)}>
                  <span className={styles.price}>{priceOf(section, code, 'first')}</span>
                  <span className={styles.further}>
                    {t('fees.further', { price: priceOf(section, code, 'additional') })}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t('fees.note')}</p>
    </section>
  )
}
