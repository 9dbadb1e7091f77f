import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { EmptyState, Page, PageHeader, TextLink, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { entryOffers } from '../facts/entry-offers.ts'
import { useBreadcrumbs } from '../facts/use-breadcrumbs.ts'
import { usePublicAwardsQuery, usePublicFeesQuery, usePublicSectionsQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { FeeCalculator } from './fee-calculator.tsx'
import { FreeOfCharge } from './free-of-charge.tsx'
import { PackageTable } from './package-table.tsx'
import { PriceTable } from './price-table.tsx'
import styles from './fees.module.css'

/** Holds the line until the edition is known. */
const NOTHING_YET = '\u00a0'

export function Component() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const fees = usePublicFeesQuery()
  const { data: sections = [] } = usePublicSectionsQuery()
  const { data: awards = [] } = usePublicAwardsQuery()
  const nameOf = (code: string) => sections.find((each) => each.code === code)?.name ?? code
  const breadcrumbs = useBreadcrumbs({ name: t('nav.fees'), path: paths.fees })
  usePageHead({
    title: t('nav.fees'),
    description: t('fees.describe'),
    facts: fees.data
      ? [breadcrumbs, entryOffers(fees.data, t('fees.prices'), nameOf, language)]
      : [breadcrumbs],
  })
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
            <FreeOfCharge table={table} />
          </>
        )}
      </Answered>
      <p className={styles.more}>
        <TextLink to={paths.regulations}>{t('nav.regulations')}</TextLink>
        <TextLink to={paths.faq}>{t('nav.faq')}</TextLink>
        <TextLink to={paths.contact}>{t('nav.contact')}</TextLink>
      </p>
    </Page>
  )
}
