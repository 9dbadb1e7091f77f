import type { AwardLevel, Section } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicCountriesQuery } from '../public.api.ts'
import { NumberField } from '../ui/form/number-field.tsx'
import { RadioGroup } from '../ui/form/choice.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { useCountryName } from '../ui/use-country-name.ts'
import { packagePrice } from './fee-estimate.ts'
import type { FeeTable } from './fee-table.ts'
import {
  BUYERS,
  LIMITS,
  offerName,
  queryOfForm,
  type Bounded,
  type Counted,
  type Plan,
} from './plan.ts'
import styles from './fee-form.module.css'

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

/** What the calculator reckons with; sent as a query where no script runs. */
export function FeeForm(props: FeeFormProps) {
  const { table, sections, awards, plan, bounded, resultId, onChange } = props
  const { t } = useTranslation('public')
  const { date, money } = useFormat()
  const countryName = useCountryName()
  const { data: countries = [] } = usePublicCountriesQuery()
  const nameOf = (list: readonly { code: string; name: string }[], code: string) =>
    list.find((each) => each.code === code)?.name ?? code
  const problem = (name: Counted) =>
    bounded.includes(name) ? t('fees.bounded', { ...LIMITS[name], value: plan[name] }) : undefined
  const priced = table.packages.filter(({ amount_minor }) => amount_minor > 0)
  return (
    <form
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
        label={t('fees.works')}
        hint={t('fees.worksHint')}
        error={problem('works')}
        defaultValue={plan.works}
        {...LIMITS.works}
      />
      <NumberField
        name="further"
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
        options={countries
          .map(({ iso2 }) => ({ value: iso2, label: countryName(iso2) }))
          .sort((a, b) => a.label.localeCompare(b.label))}
      />
      <RadioGroup
        name="buyer"
        label={t('fees.buyer')}
        defaultValue={plan.buyer}
        className={styles.whole}
        options={BUYERS.map((buyer) => ({ value: buyer, label: t(`fees.buyers.${buyer}`) }))}
      />
      <p className={styles.whole}>
        <Button type="primary" htmlType="submit">
          {t('fees.show')}
        </Button>
      </p>
    </form>
  )
}
