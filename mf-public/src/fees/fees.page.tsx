import { useApiQuery } from '@awards/shared/client'
import { publication, publicationAdded } from '@awards/shared/calls'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import {
  EmptyState,
  Page,
  PageHeader,
  TextLink,
  usePageHead,
  SectionHeading,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { FeeTable } from './plan.ts'
import { entryOffers, useBreadcrumbs } from '../structured-data/schema-org.ts'
import { QueryState } from '../ui/query-state.tsx'
import { FeeCalculator } from './fee-calculator.tsx'
import { CANCELLATION_DAYS } from '@awards/shared/rules'
import styles from './fees.module.css'
import { PackageTable, PriceTable } from './price-tables.tsx'

/** What nobody pays for. */
function FreeOfCharge({ table }: { table: FeeTable }) {
  const { t } = useTranslation('public')
  const codes = [...new Set(table.packages.map(({ code }) => code))]
  const free = codes
    .map((code) => table.packages.filter((offer) => offer.code === code))
    .filter((offers) => offers.every(({ amount_minor }) => amount_minor === 0))
    .flatMap(([offer]) => (offer ? [offer] : []))
  const items = [
    { name: t('fees.freeOf.draft'), text: t('fees.freeOf.draftText') },
    { name: t('fees.freeOf.award'), text: t('fees.freeOf.awardText') },
    ...free.map(({ name, description }) => ({ name, text: description })),
    {
      name: t('fees.freeOf.cancel'),
      text: t('fees.freeOf.cancelText', { count: CANCELLATION_DAYS }),
    },
  ]
  return (
    <section className={styles.section} aria-labelledby="free-title">
      <SectionHeading id="free-title">{t('fees.freeOf.title')}</SectionHeading>
      <ul role="list" className={styles.free}>
        {items.map(({ name, text }) => (
          <li key={name}>
            <h3 className={styles.freeName}>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Holds the line until the edition is known. */
const NOTHING_YET = '\u00a0'

export function Component() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const fees = useApiQuery(publicationAdded.feeTable)
  const { data: sections = [] } = useApiQuery(publication.awardClassification)
  const { data: awards = [] } = useApiQuery(publication.getAward)
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
      <QueryState query={fees} minHeight="page" missing={<EmptyState title={t('fees.none')} />}>
        {(table) => (
          <>
            <PriceTable table={table} sections={sections} />
            <FeeCalculator table={table} sections={sections} awards={awards} />
            <PackageTable table={table} awards={awards} />
            <FreeOfCharge table={table} />
          </>
        )}
      </QueryState>
      <p className={styles.more}>
        <TextLink to={paths.regulations}>{t('nav.regulations')}</TextLink>
        <TextLink to={paths.faq}>{t('nav.faq')}</TextLink>
        <TextLink to={paths.contact}>{t('nav.contact')}</TextLink>
      </p>
    </Page>
  )
}
