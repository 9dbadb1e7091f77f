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
import { entryOffers } from '../structured-data/entry-offers.ts'
import { useBreadcrumbs } from '../structured-data/schema-org.ts'
import { usePublicAwardsQuery, usePublicFeesQuery, usePublicSectionsQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import type { AwardLevel, Section } from '@awards/shared/contract'
import { useSearchParams } from 'react-router-dom'
import { EstimateLines } from './estimate-lines.tsx'
import { estimate } from './fee-estimate.ts'
import { FeeForm } from './fee-form.tsx'
import type { FeeTable } from './fee-table.ts'
import { periodAfter, readPlan } from './plan.ts'
import feeCalculatorStyles from './fee-calculator.module.css'
import { CANCELLATION_DAYS } from '@awards/shared/rules'
import styles from './fees.module.css'
import { PackageTable } from './package-table.tsx'
import { PriceTable } from './price-table.tsx'

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

type FeeCalculatorProps = {
  table: FeeTable
  sections: readonly Section[]
  awards: readonly AwardLevel[]
}

const RESULT = 'estimate'

/** Adds up what entries and a package would cost, with VAT, now and in the next period. */
function FeeCalculator({ table, sections, awards }: FeeCalculatorProps) {
  const { t } = useTranslation('public')
  const [query, setQuery] = useSearchParams()
  const { plan, bounded } = readPlan(table, query)
  const result = estimate(table, plan)
  const next = periodAfter(table, plan.period)
  const later = next && estimate(table, { ...plan, period: next.code })
  return (
    <section
      id="calculator"
      className={feeCalculatorStyles.section}
      aria-labelledby="calculator-title"
    >
      <SectionHeading id="calculator-title">{t('fees.calculator')}</SectionHeading>
      <div className={feeCalculatorStyles.columns}>
        <FeeForm
          table={table}
          sections={sections}
          awards={awards}
          plan={plan}
          bounded={bounded}
          resultId={RESULT}
          onChange={(changed) => setQuery(changed, { replace: true, preventScrollReset: true })}
        />
        <div id={RESULT} className={feeCalculatorStyles.result} tabIndex={-1}>
          {result && (
            <EstimateLines
              result={result}
              plan={plan}
              currency={table.currency}
              later={later && { total: later.total, from: next.starts_at }}
            />
          )}
        </div>
      </div>
    </section>
  )
}

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
