import { useCountries } from '@awards/shared/forms/use-countries'
import { Billing, RequiredTaxNumber } from '@awards/shared/contract'
import {
  type BuyerNumber,
  FRENCH_VAT_NO_WRONG,
  invoiceNumbersOf,
  isFrenchVatNo,
  taxNumberOf,
} from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { zodRule } from '@awards/shared/ui'
import { Checkbox, Form, type FormRule, Input, Radio, Select, Spin } from 'antd'
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

const { shape } = Billing

const isRequired = (number: BuyerNumber): number is keyof typeof RequiredTaxNumber =>
  number in RequiredTaxNumber

/** The VAT number is that of the company with the SIREN above it. */
const frenchVatNo: FormRule = ({ getFieldValue }) => ({
  validator: async (_, number?: string) => {
    const siren: string | undefined = getFieldValue(['billing', 'siren'])
    if (number?.trim() && !isFrenchVatNo(number, { siren: siren?.trim() }))
      throw new Error(translateMessage(FRENCH_VAT_NO_WRONG))
  },
})

/** The address for the invoice. */
export function BillingFields() {
  const { t } = useTranslation('payment')
  const kind = Form.useWatch<string | undefined>(['billing', 'kind'])
  const country = Form.useWatch<string | undefined>(['billing', 'country'])
  const vatNumber = Form.useWatch<string | undefined>(['billing', 'vat_no']) ?? ''
  const decisive = taxNumberOf(kind, country)
  const countries = useCountries()

  return (
    <div className={styles.fields}>
      <Form.Item
        className={styles.wide ?? ''}
        name={['billing', 'kind']}
        label={t('billing.kind')}
        rules={[zodRule(shape.kind)]}
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
          rules={[zodRule(shape[name])]}
        >
          <Input autoComplete={autoComplete} />
        </Form.Item>
      ))}
      <Form.Item
        name={['billing', 'country']}
        label={t('billing.country')}
        rules={[zodRule(shape.country)]}
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
        rules={[zodRule(shape.email)]}
      >
        <Input type="email" autoComplete="billing email" />
      </Form.Item>
      {invoiceNumbersOf(kind, country).map((number) => (
        <Form.Item
          key={number}
          className={styles.wide ?? ''}
          name={['billing', number]}
          label={t(`billing.${number}.label`)}
          dependencies={number === 'vat_no' ? [['billing', 'siren']] : []}
          extra={
            number === 'vat_no' && number === decisive && country ? (
              <VatNote number={vatNumber} country={country} />
            ) : (
              t(`billing.${number}.hint`)
            )
          }
          rules={[
            zodRule(
              number === decisive && isRequired(number) ? RequiredTaxNumber[number] : shape[number],
            ),
            ...(number === 'vat_no' && country === 'FR' ? [frenchVatNo] : []),
          ]}
        >
          <Input autoComplete="off" />
        </Form.Item>
      ))}
      <Form.Item
        className={styles.wide ?? ''}
        name="keep_billing"
        valuePropName="checked"
        initialValue={true}
      >
        <Checkbox>{t('billing.keep')}</Checkbox>
      </Form.Item>
    </div>
  )
}
