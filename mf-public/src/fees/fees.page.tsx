import { useApiQuery } from '@awards/shared/client'
import { publication, publicationAdded } from '@awards/shared/calls'
import { useLanguage, useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import {
  EmptyState,
  Page,
  PageHeader,
  TextLink,
  usePageHead,
  SectionHeading,
  VisuallyHidden,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { FeeTable } from './plan.ts'
import { entryOffers, useBreadcrumbs } from '../structured-data/schema-org.ts'
import { QueryState } from '../ui/query-state.tsx'
import { FeeCalculator } from './fee-calculator.tsx'
import { CANCELLATION_DAYS } from '@awards/shared/rules'
import styles from './fees.module.css'
import type { Section, AwardLevel } from '@awards/shared/contract'
import type { PriceKind } from '@awards/shared/domain'

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

type PriceTableProps = { table: FeeTable; sections: readonly Section[] }

/** What an entry costs, by section and period, with the current period marked. */
function PriceTable({ table, sections }: PriceTableProps) {
  const { t } = useTranslation('public')
  const { date, money } = useFormat()
  const { currency, periods, prices } = table
  // A call that was closed by hand has no period any more, whatever its dates say.
  const current_period = table.is_open === false ? null : table.current_period
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
function PackageTable({ table, awards }: PackageTableProps) {
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
