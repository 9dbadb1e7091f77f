import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import type { AwardLevel, Section } from '@awards/shared/contract'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { useServerRenderedForm } from '@awards/shared/forms/use-server-rendered-form'
import { Button, SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { NumberField } from '@awards/shared/ui/native/number-field'
import { RadioGroup } from '@awards/shared/ui/native/choice'
import { SelectField } from '@awards/shared/ui/native/select-field'
import {
  BUYERS,
  estimate,
  LIMITS,
  offerName,
  packagePrice,
  periodAfter,
  queryOfForm,
  readPlan,
  type Bounded,
  type Counted,
  type Estimate,
  type FeeTable,
  type Plan,
} from './plan.ts'
import styles from './fee-calculator.module.css'

type EstimateLinesProps = {
  result: Estimate
  plan: Plan
  currency: string
  /** The same plan in the next period. */
  later: { total: number; from: string } | undefined
}

/** The total and the lines that make it up. */
function EstimateLines({ result, plan, currency, later }: EstimateLinesProps) {
  const { t } = useTranslation('public')
  const { date, money, number } = useFormat()
  const amount = (amount_minor: number) => money({ amount_minor, currency })
  const { ruling } = result
  const lines = [
    { term: t('fees.line.first', { count: plan.works }), detail: amount(result.first) },
    plan.further > 0 && {
      term: t('fees.line.additional', { count: plan.further }),
      detail: amount(result.further),
    },
    plan.offer && { term: t('fees.line.package'), detail: amount(result.offer) },
    { term: t('fees.line.net'), detail: amount(result.net) },
    {
      term: t('fees.line.vat', { rate: number(ruling.rate_percent) }),
      detail: amount(result.vat - (result.seats?.vat ?? 0)),
    },
    result.seats && {
      term: t('fees.line.seatsVat', { rate: number(result.seats.rate_percent) }),
      detail: amount(result.seats.vat),
    },
  ].filter((line) => line !== undefined && line !== false)
  return (
    <div className={styles.estimate} role="status">
      <h3 className={styles.heading}>{t('fees.line.total')}</h3>
      <p className={styles.sum}>{amount(result.total)}</p>
      {later && (
        <p className={styles.later}>
          {t('fees.later', { date: date(later.from), total: amount(later.total) })}
        </p>
      )}
      <dl className={styles.lines}>
        {lines.map(({ term, detail }) => (
          <div key={term} className={styles.line}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t(`fees.vatRule.${ruling.rule}`)}</p>
      {ruling.mention && (
        <p className={styles.note}>
          {t('fees.mention')} <q lang="fr">{ruling.mention}</q>
        </p>
      )}
      <p className={styles.note}>{t('fees.estimate')}</p>
    </div>
  )
}

type FeeFormProps = {
  table: FeeTable
  sections: readonly Section[]
  awards: readonly AwardLevel[]
  plan: Plan
  bounded: Bounded
  /** Identifier of the element that holds the result. */
  resultId: string
  onChange: (query: URLSearchParams) => void
}

/** Inputs of the calculator; a GET form, so they reach the address without scripts too. */
function FeeForm(props: FeeFormProps) {
  const { table, sections, awards, plan, bounded, resultId, onChange } = props
  const { t } = useTranslation('public')
  const { date, money, countryName } = useFormat()
  const language = useLanguage()
  const { data: countries = [] } = useApiQuery(
    publication.getGlobalAreaCode,
    {},
    { skipErrorHandler: true },
  )
  const codes = countries.map(({ iso2 }) => iso2)
  // The country that is reckoned with is a choice before the list is here: a browser chooses the first otherwise.
  const known = codes.includes(plan.country) ? codes : [...codes, plan.country]
  const nameOf = (list: readonly { code: string; name: string }[], code: string) =>
    list.find((each) => each.code === code)?.name ?? code
  const steps = { lessLabel: t('form.less'), moreLabel: t('form.more') }
  const problem = (name: Counted) =>
    bounded.includes(name) ? t('fees.bounded', { ...LIMITS[name], value: plan[name] }) : undefined
  const form = useServerRenderedForm((changed) => onChange(queryOfForm(changed)))
  const priced = table.packages.filter(({ amount_minor }) => amount_minor > 0)
  return (
    <form
      ref={form}
      method="get"
      action={`#${resultId}`}
      className={styles.form}
      onChange={({ currentTarget }) => onChange(queryOfForm(currentTarget))}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(queryOfForm(event.currentTarget))
        document.getElementById(resultId)?.focus()
      }}
    >
      <SelectField
        name="section"
        label={t('fees.section')}
        defaultValue={plan.section}
        options={[...new Set(table.prices.map(({ section }) => section))].map((code) => ({
          value: code,
          label: nameOf(sections, code),
        }))}
      />
      <SelectField
        name="period"
        label={t('fees.period')}
        defaultValue={plan.period}
        options={table.periods.map(({ code, name, ends_at }) => ({
          value: code,
          label: t('fees.periodUntil', { name, date: date(ends_at, 'short') }),
        }))}
      />
      <NumberField
        name="works"
        {...steps}
        label={t('fees.works')}
        hint={t('fees.worksHint')}
        error={problem('works')}
        defaultValue={plan.works}
        {...LIMITS.works}
      />
      <NumberField
        name="further"
        {...steps}
        label={t('fees.furtherCategories')}
        hint={t('fees.furtherHint')}
        error={problem('further')}
        defaultValue={plan.further}
        {...LIMITS.further}
      />
      <SelectField
        name="package"
        label={t('fees.package')}
        hint={t('fees.packageHint')}
        defaultValue={plan.offer && offerName(plan.offer)}
        placeholder={t('fees.noPackage')}
        className={styles.whole}
        options={awards
          .map(({ code, name }) => ({
            label: name,
            options: priced
              .filter(({ award }) => award === code)
              .map((offer) => ({
                value: offerName(offer),
                label: t('fees.offer', {
                  award: name,
                  name: offer.name,
                  price: money({
                    amount_minor: packagePrice(offer.amount_minor, table, plan.section),
                    currency: table.currency,
                  }),
                }),
              })),
          }))
          .filter(({ options }) => options.length > 0)}
      />
      <SelectField
        name="country"
        label={t('fees.country')}
        defaultValue={plan.country}
        className={styles.whole}
        options={known
          .map((code) => ({ value: code, label: countryName(code) }))
          .sort((a, b) => a.label.localeCompare(b.label, language))}
      />
      <RadioGroup
        name="buyer"
        label={t('fees.buyer')}
        defaultValue={plan.buyer}
        className={styles.whole}
        options={BUYERS.map((buyer) => ({ value: buyer, label: t(`fees.buyers.${buyer}`) }))}
      />
      <p className={`${styles.whole} ${styles.send}`}>
        <Button type="primary" htmlType="submit">
          {t('fees.show')}
        </Button>
      </p>
    </form>
  )
}

type FeeCalculatorProps = {
  table: FeeTable
  sections: readonly Section[]
  awards: readonly AwardLevel[]
}

const RESULT = 'estimate'

/** Adds up what entries and a package would cost, with VAT, now and in the next period. */
export function FeeCalculator({ table, sections, awards }: FeeCalculatorProps) {
  const { t } = useTranslation('public')
  const [query, setQuery] = useSearchParams()
  const { plan, bounded } = readPlan(table, query)
  const result = estimate(table, plan)
  const next = periodAfter(table, plan.period)
  const later = next && estimate(table, { ...plan, period: next.code })
  return (
    <section id="calculator" className={styles.section} aria-labelledby="calculator-title">
      <SectionHeading id="calculator-title">{t('fees.calculator')}</SectionHeading>
      <div className={styles.columns}>
        <FeeForm
          table={table}
          sections={sections}
          awards={awards}
          plan={plan}
          bounded={bounded}
          resultId={RESULT}
          onChange={(changed) => setQuery(changed, { replace: true, preventScrollReset: true })}
        />
        <div id={RESULT} className={styles.result} tabIndex={-1}>
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
