import { RegisterForm } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Form, Input, Select } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'
import { useCountries } from './use-countries.ts'

/** A phone number, for who wants to be called; the dialling code is that of the country. */
export function PhoneFields() {
  const { t } = useTranslation('shell')
  const form = Form.useFormInstance()
  const { countries } = useCountries()
  const country: unknown = Form.useWatch('country', form)
  const codes = new Map(countries.map((each) => [each.dial_code, each]))

  useEffect(() => {
    const chosen = countries.find(({ iso2 }) => iso2 === country)
    if (chosen && !form.getFieldValue('phone')) form.setFieldValue('area_code', chosen.dial_code)
  }, [countries, country, form])

  return (
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
          options={[...codes.values()].map(({ dial_code: code, label, name }) => ({
            value: code,
            label: `${label} ${code}`,
            title: `${label} ${name} ${code}`,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('session.phone')}
        rules={[zodRule(RegisterForm.shape.phone)]}
      >
        <Input type="tel" autoComplete="tel-national" />
      </Form.Item>
    </div>
  )
}
