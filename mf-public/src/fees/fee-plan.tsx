import type { AwardLevel, Section } from '@awards/shared/contract'
import { Checkbox, Form, InputNumber, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePublicCountriesQuery } from '../public.api.ts'
import { useCountryName } from '../ui/use-country-name.ts'
import type { Plan } from './fee-estimate.ts'
import type { FeeTable } from './fee-table.ts'
import styles from './fee-plan.module.css'

type FeePlanProps = {
  plan: Plan
  onChange: (change: Partial<Plan>) => void
  table: FeeTable
  sections: readonly Section[]
  awards: readonly AwardLevel[]
}

const MOST_CATEGORIES = 14

/** What the calculator reckons with. */
export function FeePlan({ plan, onChange, table, sections, awards }: FeePlanProps) {
  const { t } = useTranslation('public')
  const countryName = useCountryName()
  const { data: countries = [] } = usePublicCountriesQuery()
  const codes = [...new Set(table.prices.map(({ section }) => section))]
  const offers = table.packages.filter(({ award }) => award === plan.award)
  return (
    <Form layout="vertical" component="div" className={styles.plan}>
      <Form.Item label={t('fees.section')} htmlFor="plan-section">
        <Select
          id="plan-section"
          value={plan.section}
          options={codes.map((code) => ({
            value: code,
            label: sections.find((section) => section.code === code)?.name ?? code,
          }))}
          onChange={(section: string) => onChange({ section })}
        />
      </Form.Item>
      <Form.Item label={t('fees.categories')} htmlFor="plan-categories">
        <InputNumber
          id="plan-categories"
          className={styles.number}
          min={1}
          max={MOST_CATEGORIES}
          precision={0}
          value={plan.categories}
          onChange={(categories) => onChange({ categories: categories ?? 1 })}
        />
      </Form.Item>
      <Form.Item label={t('fees.award')} htmlFor="plan-award">
        <Select
          id="plan-award"
          allowClear
          placeholder={t('fees.noAward')}
          value={plan.award}
          options={awards.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(award: string | undefined) => onChange({ award })}
        />
      </Form.Item>
      <Form.Item label={t('fees.package')} htmlFor="plan-package">
        <Select
          id="plan-package"
          allowClear
          disabled={!plan.award}
          placeholder={t(plan.award ? 'fees.noPackage' : 'fees.awardFirst')}
          value={offers.some(({ code }) => code === plan.package) ? plan.package : undefined}
          options={offers.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(code: string | undefined) => onChange({ package: code })}
        />
      </Form.Item>
      <Form.Item label={t('fees.country')} htmlFor="plan-country">
        <Select
          id="plan-country"
          showSearch={{ optionFilterProp: 'label' }}
          value={plan.country}
          options={countries
            .map(({ iso2 }) => ({ value: iso2, label: countryName(iso2) }))
            .sort((a, b) => a.label.localeCompare(b.label))}
          onChange={(country: string) => onChange({ country })}
        />
      </Form.Item>
      <fieldset className={styles.buyer}>
        <legend className={styles.legend}>{t('fees.buyer')}</legend>
        <Radio.Group
          value={plan.isBusiness}
          options={[
            { value: true, label: t('fees.business') },
            { value: false, label: t('fees.consumer') },
          ]}
          onChange={({ target }) => onChange({ isBusiness: target.value === true })}
        />
        {plan.isBusiness && plan.country !== 'FR' && (
          <Checkbox
            checked={plan.hasNumber}
            onChange={({ target }) => onChange({ hasNumber: target.checked })}
          >
            {t('fees.hasNumber')}
          </Checkbox>
        )}
      </fieldset>
    </Form>
  )
}
