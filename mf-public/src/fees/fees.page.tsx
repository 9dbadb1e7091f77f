import { EmptyState, Page, PageHeader, TextLink } from '@awards/shared/ui'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { usePublicAwardsQuery, usePublicFeesQuery, usePublicSectionsQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { FeeCalculator } from './fee-calculator.tsx'
import { PackageTable } from './package-table.tsx'
import { PriceTable } from './price-table.tsx'
import styles from './fees.module.css'

/** Holds the line until the edition is known. */
const NOTHING_YET = '\u00a0'

export function Component() {
  const { t } = useTranslation('public')
  const fees = usePublicFeesQuery()
  const { data: sections = [] } = usePublicSectionsQuery()
  const { data: awards = [] } = usePublicAwardsQuery()
  return (
    <Page width="wide">
      <PageHeader
        size="display"
        eyebrow={fees.data?.edition.name ?? NOTHING_YET}
        title={t('nav.fees')}
        lead={t('fees.lead')}
      />
      <Answered query={fees} room="page" missing={<EmptyState title={t('fees.none')} />}>
        {(table) => (
          <>
            <PriceTable table={table} sections={sections} />
            <FeeCalculator table={table} sections={sections} awards={awards} />
            <PackageTable table={table} awards={awards} />
          </>
        )}
      </Answered>
      <p className={styles.more}>
        <TextLink to={paths.regulations}>{t('nav.regulations')}</TextLink>
        <TextLink to={paths.faq}>{t('nav.faq')}</TextLink>
      </p>
    </Page>
  )
}
