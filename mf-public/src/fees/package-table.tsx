import type { AwardLevel } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { FeeTable } from './fee-table.ts'
import styles from './package-table.module.css'

type PackageTableProps = { table: FeeTable; awards: readonly AwardLevel[] }

/** What a winner may order, and what it costs at each award level. */
export function PackageTable({ table, awards }: PackageTableProps) {
  const { t } = useTranslation('public')
  const { money } = useFormat()
  const { currency, packages } = table
  const codes = [...new Set(packages.map(({ code }) => code))]
  const awardName = (code: string) => awards.find((award) => award.code === code)?.name ?? code
  return (
    <section className={styles.section} aria-labelledby="packages-title">
      <SectionHeading id="packages-title">{t('fees.packages')}</SectionHeading>
      <p className={styles.lead}>{t('fees.packagesLead')}</p>
      <ul role="list" className={styles.grid}>
        {codes.map((code) => {
          const offers = packages.filter((offer) => offer.code === code)
          const isFree = offers.every(({ amount_minor }) => amount_minor === 0)
          return (
            <li key={code} className={styles.package}>
              <h3 className={styles.name}>{offers[0]?.name}</h3>
              <p className={styles.includes}>{offers[0]?.description}</p>
              {isFree ? (
                <p className={styles.free}>{t('fees.free')}</p>
              ) : (
                <dl>
                  {offers.map(({ award, amount_minor }) => (
                    <div key={award} className={styles.offer}>
                      <dt>{awardName(award)}</dt>
                      <dd>{money({ amount_minor, currency })}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
