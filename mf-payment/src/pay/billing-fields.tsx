import { useCountries } from '@awards/shared/forms/use-countries'
import { Billing, RequiredTaxNumber } from '@awards/shared/contract'
import { taxNumberOf } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Form, Input, Radio, Select, Spin } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './billing-fields.module.css'
import { useVatCheck } from './use-vat-check.ts'

type VatNoteProps = { number: string; country: string }

/** What the tax authorities say of the number, and what that means for the price. */
function VatNote({ number, country }: VatNoteProps) {
  const { t } = useTranslation('payment')
  const { state, name } = useVatCheck(number, country)
  return (
    <span role="status" className={styles[state] ?? ''}>
      {state === 'checking' && <Spin size="small" />} {t(`vat.${state}`)}
      {state === 'valid' && name && <strong className={styles.name}>{name}</strong>}
    </span>
  )
}

const LINES = [
  { name: 'name', autoComplete: 'billing organization', wide: true },
  { name: 'address', autoComplete: 'billing street-address', wide: true },
  { name: 'postal_code', autoComplete: 'billing postal-code', wide: false },
  { name: 'city', autoComplete: 'billing address-level2', wide: false },
] as const

/** The address for the invoice. */
export function BillingFields() {
  const { t } = useTranslation('payment')
  const kind = Form.useWatch<string | undefined>(['billing', 'kind'])
  const country = Form.useWatch<string | undefined>(['billing', 'country'])
  const vatNumber = Form.useWatch<string | undefined>(['billing', 'vat_no']) ?? ''
  const number = taxNumberOf(kind, country)
  const countries = useCountries()

  return (
    <div className={styles.fields}>
      <Form.Item
        className={styles.wide ?? ''}
        name={['billing', 'kind']}
        label={t('billing.kind')}
        rules={[zodRule(Billing.shape.kind)]}
      >
        <Radio.Group
          options={(['business', 'consumer'] as const).map((value) => ({
            value,
            label: t(`billing.${value}`),
          }))}
        />
      </Form.Item>
      {LINES.map(({ name, autoComplete, wide }) => (
        <Form.Item
          key={name}
          className={wide ? (styles.wide ?? '') : ''}
          name={['billing', name]}
          label={t(name === 'name' ? `billing.name.${kind ?? 'consumer'}` : `billing.${name}`)}
          rules={[zodRule(Billing.shape[name])]}
        >
          <Input autoComplete={autoComplete} />
        </Form.Item>
      ))}
      <Form.Item
        name={['billing', 'country']}
        label={t('billing.country')}
        rules={[zodRule(Billing.shape.country)]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={countries}
          placeholder={t('billing.countryPlaceholder')}
        />
      </Form.Item>
      <Form.Item
        name={['billing', 'email']}
        label={t('billing.email')}
        rules={[zodRule(Billing.shape.email)]}
      >
        <Input type="email" autoComplete="billing email" />
      </Form.Item>
      {number && (
        <Form.Item
          className={styles.wide ?? ''}
          name={['billing', number]}
          label={t(`billing.${number}.label`)}
          extra={
            number === 'vat_no' && country ? (
              <VatNote number={vatNumber} country={country} />
            ) : (
              t(`billing.${number}.hint`)
            )
          }
          rules={[zodRule(number === 'tax_id' ? Billing.shape.tax_id : RequiredTaxNumber[number])]}
        >
          <Input autoComplete="off" />
        </Form.Item>
      )}
    </div>
  )
}
