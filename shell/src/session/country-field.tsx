import { RegisterForm } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Form, Select } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { guessCountry } from './guess-country.ts'
import { useCountries } from './use-countries.ts'

/** The country: guessed, and changed where the guess is wrong. */
export function CountryField() {
  const { t } = useTranslation('shell')
  const form = Form.useFormInstance()
  const { countries, isFetching } = useCountries()

  useEffect(() => {
    if (countries.length === 0 || form.getFieldValue('country')) return
    form.setFieldValue('country', guessCountry(countries.map(({ iso2 }) => iso2)))
  }, [countries, form])

  return (
    <Form.Item
      name="country"
      label={t('session.country')}
      rules={[zodRule(RegisterForm.shape.country)]}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        loading={isFetching}
        placeholder={t('session.countryPlaceholder')}
        options={countries.map(({ iso2, label }) => ({ value: iso2, label }))}
      />
    </Form.Item>
  )
}
