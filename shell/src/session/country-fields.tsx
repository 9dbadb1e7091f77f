import { RegisterForm } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { zodRule } from '@awards/shared/ui'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'
import { useAreaCodesQuery } from './session.api.ts'

/** Country, and a phone number for who wants to be called; the dialling code follows the country. */
export function CountryFields() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const form = Form.useFormInstance()
  const { data: countries = [], isFetching } = useAreaCodesQuery()
  const nameOf = (country: (typeof countries)[number]) =>
    language === 'zh' ? country.name_cn : country.name
  const followCountry = (iso2: string) => {
    const country = countries.find((each) => each.iso2 === iso2)
    if (country && !form.getFieldValue('phone')) form.setFieldValue('area_code', country.dial_code)
  }
  return (
    <>
      <Form.Item
        name="country"
        label={t('session.country')}
        rules={[zodRule(RegisterForm.shape.country)]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={isFetching}
          placeholder={t('session.countryPlaceholder')}
          onChange={followCountry}
          options={countries.map((each) => ({ value: each.iso2, label: nameOf(each) }))}
        />
      </Form.Item>
      <div className={styles.phone}>
        <Form.Item
          name="area_code"
          label={t('session.areaCode')}
          rules={[zodRule(RegisterForm.shape.area_code)]}
        >
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'title' }}
            popupMatchSelectWidth={280}
            optionLabelProp="value"
            options={[...new Map(countries.map((each) => [each.dial_code, each])).values()].map(
              (each) => ({
                value: each.dial_code,
                label: `${nameOf(each)} ${each.dial_code}`,
                title: `${each.name} ${each.name_cn} ${each.dial_code}`,
              }),
            )}
          />
        </Form.Item>
        <Form.Item
          name="phone"
          label={`${t('session.phone')} (${t('session.optional')})`}
          rules={[zodRule(RegisterForm.shape.phone)]}
        >
          <Input type="tel" autoComplete="tel-national" />
        </Form.Item>
      </div>
    </>
  )
}
