import type { CoverageRow } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { EmptyState, SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ShareBar } from './share-bar.tsx'
import styles from './workload-view.module.css'

type CoverageProps = { rows: readonly CoverageRow[]; editionId: string | undefined }

/** How many entries of each category have the votes they need. */
export function Coverage({ rows, editionId }: CoverageProps) {
  const { t } = useTranslation('jurydesk')
  return (
    <section aria-labelledby="coverage">
      <SectionHeading id="coverage" size="small">
        {t('work.coverage')}
      </SectionHeading>
      {rows.length === 0 && (
        <EmptyState title={t('work.noCategories')}>{t('work.noCategoriesText')}</EmptyState>
      )}
      <ul className={styles.rows} role="list">
        {rows.map((row) => (
          <li key={row.category.id} className={styles.row}>
            <p className={styles.head}>
              <Link
                to={paths.juryDesk({
                  view: 'board',
                  edition_id: editionId,
                  category_id: row.category.id,
                })}
              >
                {row.category.name}
              </Link>
              <span>{t('work.reached', { reached: row.with_quorum, of: row.entries })}</span>
            </p>
            <ShareBar
              total={row.entries}
              parts={[
                { value: row.with_quorum, tone: 'done' },
                { value: row.entries - row.with_quorum - row.without_seats, tone: 'begun' },
                { value: row.without_seats, tone: 'short' },
              ]}
            />
            <p className={styles.numbers}>
              {row.missing_votes > 0 && (
                <span>{t('work.missing', { count: row.missing_votes })}</span>
              )}
              {row.without_seats > 0 && (
                <span className={styles.short}>
                  {t('work.unseated', { count: row.without_seats })}
                </span>
              )}
              {row.to_discuss > 0 && (
                <span className={styles.short}>{t('work.discuss', { count: row.to_discuss })}</span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
