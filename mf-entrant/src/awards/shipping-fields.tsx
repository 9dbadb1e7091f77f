import { translateMessage } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCountries } from '../common/use-countries.ts'
import styles from './publication-form.module.css'

const LINES = [
  { name: 'recipient', autoComplete: 'name', maximum: 120 },
  { name: 'address', autoComplete: 'street-address', maximum: 300 },
  { name: 'postal_code', autoComplete: 'postal-code', maximum: 20 },
  { name: 'city', autoComplete: 'address-level2', maximum: 80 },
] as const

/** Where a trophy or a printed certificate is sent; nothing has to be given. */
export function ShippingFields() {
  const { t } = useTranslation('entrant')
  const countries = useCountries()
  const form = Form.useFormInstance()
  return (
    <>
      <SectionHeading size="small">{t('shipping.title')}</SectionHeading>
      <p className={styles.help}>{t('shipping.help')}</p>
      <div className={styles.pair}>
        {LINES.map(({ name, autoComplete, maximum }) => (
          <Form.Item key={name} name={['shipping', name]} label={t(`shipping.${name}`)}>
            <Input autoComplete={autoComplete} maxLength={maximum} />
          </Form.Item>
        ))}
        <Form.Item
          name={['shipping', 'country']}
          label={t('shipping.country')}
          dependencies={LINES.map(({ name }) => ['shipping', name])}
          rules={[
            {
              validator: async (_rule, value?: string) => {
                const given = LINES.some(({ name }) => form.getFieldValue(['shipping', name]))
                if (given && !value) throw new Error(translateMessage('Choose a country'))
              },
            },
          ]}
        >
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={countries}
            placeholder={t('field.location_country.placeholder')}
          />
        </Form.Item>
      </div>
    </>
  )
}
