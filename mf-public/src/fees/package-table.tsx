import type { AwardLevel } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { FeeTable } from './fee-table.ts'
import styles from './fees.module.css'
import lines from './table.module.css'

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
      <table className={lines.table}>
        <caption className={lines.caption}>
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
                  <span className={lines.detail}>{description}</span>
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
                        <span className={lines.where} aria-hidden="true">
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
