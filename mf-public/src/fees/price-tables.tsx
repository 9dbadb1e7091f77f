import type { Section, AwardLevel } from '@awards/shared/contract'
import type { PriceKind } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading, VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { FeeTable } from './plan.ts'
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
  const mark = (code: string) => (code === current_period ? styles.marked : undefined)
  const until = (code: string, ends_at: string) =>
    [code === current_period && t('fees.now'), t('fees.until', { date: date(ends_at, 'short') })]
      .filter(Boolean)
      .join(' ')
  return (
    <section className={styles.section} aria-labelledby="prices-title">
      <SectionHeading id="prices-title">{t('fees.prices')}</SectionHeading>
      <table className={styles.table}>
        <caption className={styles.caption}>{t('fees.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('fees.section')}</th>
            {periods.map(({ code, name, ends_at }) => (
              <th key={code} scope="col" className={mark(code)}>
                {name}
                <span className={styles.detail}>{until(code, ends_at)}</span>
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
                  <span className={styles.where} aria-hidden="true">
                    {name}
                    <span className={styles.detail}>{until(code, ends_at)}</span>
                  </span>
                  <span className={styles.figures}>
                    <span className={styles.price}>{priceOf(section, code, 'first')}</span>
                    <span className={styles.detail}>
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

type PackageTableProps = { table: FeeTable; awards: readonly AwardLevel[] }

/** What a winner may order, and what it costs at each award level. */
export function PackageTable({ table, awards }: PackageTableProps) {
  const { t } = useTranslation('public')
  const { money, number } = useFormat()
  const { currency, packages, student_package_percent } = table
  const codes = [...new Set(packages.map(({ code }) => code))]
  const levels = awards.filter(({ code }) => packages.some(({ award }) => award === code))
  const priceOf = (code: string, award: string) => {
    const offer = packages.find((each) => each.code === code && each.award === award)
    if (!offer) return undefined
    if (offer.amount_minor === 0) return t('fees.free')
    return money({ amount_minor: offer.amount_minor, currency })
  }
  const isFree = (code: string) =>
    packages.every((offer) => offer.code !== code || offer.amount_minor === 0)
  return (
    <section className={styles.section} aria-labelledby="packages-title">
      <SectionHeading id="packages-title">{t('fees.packages')}</SectionHeading>
      <p className={styles.lead}>{t('fees.packagesLead')}</p>
      <table className={styles.table}>
        <caption className={styles.caption}>
          {t('fees.packagesCaption', { percent: number(student_package_percent) })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('fees.packageName')}</th>
            {levels.map(({ code, name }) => (
              <th key={code} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => {
            const { name, description } = packages.find((each) => each.code === code) ?? {}
            return (
              <tr key={code}>
                <th scope="row" className={styles.package}>
                  {name}
                  <span className={styles.detail}>{description}</span>
                </th>
                {isFree(code) ? (
                  <td colSpan={levels.length}>
                    <span className={styles.offer}>{t('fees.freeAlways')}</span>
                  </td>
                ) : (
                  levels.map((level) => {
                    const price = priceOf(code, level.code)
                    return (
                      <td key={level.code} className={price ? undefined : styles.absent}>
                        <span className={styles.where} aria-hidden="true">
                          {level.name}
                        </span>
                        <span className={styles.offer}>{price ?? t('fees.notOffered')}</span>
                      </td>
                    )
                  })
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
