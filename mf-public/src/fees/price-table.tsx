import type { Section } from '@awards/shared/contract'
import type { PriceKind } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading, VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { FeeTable } from './fee-table.ts'
import styles from './fees.module.css'
import lines from './table.module.css'

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
  const mark = (code: string) => (code === current_period ? lines.marked : undefined)
  const until = (code: string, ends_at: string) =>
    [code === current_period && t('fees.now'), t('fees.until', { date: date(ends_at, 'short') })]
      .filter(Boolean)
      .join(' ')
  return (
    <section className={styles.section} aria-labelledby="prices-title">
      <SectionHeading id="prices-title">{t('fees.prices')}</SectionHeading>
      <table className={lines.table}>
        <caption className={lines.caption}>{t('fees.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('fees.section')}</th>
            {periods.map(({ code, name, ends_at }) => (
              <th key={code} scope="col" className={mark(code)}>
                {name}
                <span className={lines.detail}>{until(code, ends_at)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {codes.map((section) => (
            <tr key={section}>
              <th scope="row">{nameOf(section)}</th>
              {periods.map(({ code, name, ends_at }) => (
                <td key={code} className={mark(code)}>
                  <span className={lines.where} aria-hidden="true">
                    {name}
                    <span className={lines.detail}>{until(code, ends_at)}</span>
                  </span>
                  <span className={lines.figures}>
                    <span className={lines.price}>{priceOf(section, code, 'first')}</span>
                    <span className={lines.detail}>
                      {t('fees.further', { price: priceOf(section, code, 'additional') })}
                      <VisuallyHidden>{t('fees.furtherSpoken')}</VisuallyHidden>
                    </span>
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
