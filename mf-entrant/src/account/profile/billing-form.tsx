import { Billing, type Profile } from '@awards/shared/contract'
import { zodRule } from '@awards/shared/ui'
import { Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCountries } from '@awards/shared/forms/use-countries'
import { type Edit, FormButtons } from './editable-section.tsx'
import { invoiceNumbersOf } from '@awards/shared/domain'
import { ownFields, useProfileForm } from './use-profile-form.ts'
import styles from './profile.module.css'

/** The numbers that an account keeps for its invoices; an order number belongs to one purchase. */
const keptNumbers = (kind: string | undefined, country: string | undefined) =>
  invoiceNumbersOf(kind, country).filter((number) => number !== 'po_number')

const NUMBERS: readonly string[] = ['siren', 'vat_no', 'tax_id', 'po_number']

/**
 * The address as it is kept: without empty fields, and without a number that this buyer has no use
 * for. Null when nothing but the kind of buyer is left.
 */
export function filledBilling(values: Partial<Billing>): Partial<Billing> | null {
  const numbers: readonly string[] = keptNumbers(values.kind, values.country)
  const kept = Object.entries(values).filter(
    ([name, value]) => value && (!NUMBERS.includes(name) || numbers.includes(name)),
  )
  return kept.some(([name]) => name !== 'kind') ? Object.fromEntries(kept) : null
}

const LINES = [
  { name: 'name', label: 'billingName', autoComplete: 'billing organization', wide: true },
  { name: 'address', label: 'address', autoComplete: 'billing street-address', wide: true },
  { name: 'postal_code', label: 'postal_code', autoComplete: 'billing postal-code', wide: false },
  { name: 'city', label: 'town', autoComplete: 'billing address-level2', wide: false },
] as const
const { shape } = Billing
const COMPANIES = [2, 4]

/** The address for invoices; whatever is given is filled in at each payment. */
export function BillingForm({ profile, close, onDirty }: Edit & { profile: Profile }) {
  const { t } = useTranslation('entrant')
  const countries = useCountries()
  const { form, save, isSaving } = useProfileForm<Partial<Billing>>({ close }, 'billing')
  const kind = Form.useWatch('kind', form)
  const country = Form.useWatch('country', form)
  const initial = profile.billing ?? {
    kind: COMPANIES.includes(profile.account_type) ? 'business' : 'consumer',
    name: profile.company || `${profile.first_name} ${profile.last_name}`,
    country: profile.country,
    email: profile.email,
  }
  const finish = (values: Partial<Billing>) =>
    save({ ...ownFields(profile), billing: filledBilling(values) })
  return (
    <Form
      form={form}
      name="billing"
      layout="vertical"
      initialValues={initial}
      validateTrigger="onBlur"
      scrollToFirstError={{ block: 'center', focus: true }}
      onValuesChange={() => onDirty(true)}
      onFinish={finish}
    >
      <div className={styles.fields}>
        <Form.Item className={styles.wide ?? ''} name="kind" label={t('profile.kind')}>
          <Radio.Group
            options={(['business', 'consumer'] as const).map((value) => ({
              value,
              label: t(`profile.kinds.${value}`),
            }))}
          />
        </Form.Item>
        {LINES.map(({ name, label, autoComplete, wide }) => (
          <Form.Item
            key={name}
            className={wide ? (styles.wide ?? '') : ''}
            name={name}
            label={t(`profile.${label}`)}
            rules={[zodRule(shape[name].optional())]}
          >
            <Input autoComplete={autoComplete} />
          </Form.Item>
        ))}
        <Form.Item
          name="country"
          label={t('profile.country')}
          rules={[zodRule(shape.country.optional())]}
        >
          <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={countries} />
        </Form.Item>
        <Form.Item
          name="email"
          label={t('profile.billingEmail')}
          rules={[zodRule(shape.email.optional())]}
        >
          <Input type="email" autoComplete="billing email" />
        </Form.Item>
        {keptNumbers(kind, country).map((number) => (
          <Form.Item
            key={number}
            className={styles.wide ?? ''}
            name={number}
            label={t(`profile.${number}`)}
            rules={[zodRule(shape[number])]}
          >
            <Input autoComplete="off" />
          </Form.Item>
        ))}
      </div>
      <FormButtons label={t('profile.save')} isBusy={isSaving} onCancel={close} />
    </Form>
  )
}
