import { useCountries } from '@awards/shared/forms/use-countries'
import type { Billing } from '@awards/shared/contract'
import { invoiceNumbersOf, taxNumberOf } from '@awards/shared/domain'
import { Checkbox, RadioGroup } from '@awards/shared/ui/native/choice'
import { TextField } from '@awards/shared/ui/native/field'
import { SelectField } from '@awards/shared/ui/native/select-field'
import { useTranslation } from 'react-i18next'
import styles from './billing-fields.module.css'
import { type BillingField, useVatCheck } from './billing.ts'
import { controlId, type PayFormState } from './use-pay-form.ts'

type VatNoteProps = { number: string; country: string }

/** What the tax authorities say of the number, and what that means for the price. */
function VatNote({ number, country }: VatNoteProps) {
  const { t } = useTranslation('payment')
  const { state, name } = useVatCheck(number, country)
  return (
    <span role="status" className={styles[state] ?? ''}>
      {t(`vat.${state}`)}
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

const KINDS = ['business', 'consumer'] as const

/** The address for the invoice. */
export function BillingFields({ form }: { form: PayFormState }) {
  const { t } = useTranslation('payment')
  const { billing, errors } = form
  const { kind, country } = billing
  const decisive = taxNumberOf(kind, country)
  const countries = useCountries()
  const textOf = (name: Exclude<BillingField, 'kind'>) => ({
    id: controlId(name),
    name,
    value: billing[name] ?? '',
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => form.setField(name, target.value),
    onBlur: () => form.leave(name),
  })

  return (
    <div className={styles.fields}>
      <RadioGroup
        id={controlId('kind')}
        className={`${styles.wide} ${styles.kind}`}
        name="kind"
        label={t('billing.kind')}
        error={errors.kind}
        value={kind ?? ''}
        onChange={({ target }) => form.setField('kind', target.value as Billing['kind'])}
        options={KINDS.map((value) => ({ value, label: t(`billing.${value}`) }))}
      />
      {LINES.map(({ name, autoComplete, wide }) => (
        <TextField
          key={name}
          className={wide ? styles.wide : undefined}
          label={t(name === 'name' ? `billing.name.${kind ?? 'consumer'}` : `billing.${name}`)}
          autoComplete={autoComplete}
          {...textOf(name)}
        />
      ))}
      <SelectField
        label={t('billing.country')}
        options={countries}
        placeholder={t('billing.countryPlaceholder')}
        autoComplete="billing country"
        {...textOf('country')}
      />
      <TextField
        type="email"
        label={t('billing.email')}
        autoComplete="billing email"
        {...textOf('email')}
      />
      {invoiceNumbersOf(kind, country).map((number) => (
        <TextField
          key={number}
          className={styles.wide}
          label={t(`billing.${number}.label`)}
          hint={
            number === 'vat_no' && number === decisive && country ? (
              <VatNote number={billing.vat_no ?? ''} country={country} />
            ) : (
              t(`billing.${number}.hint`)
            )
          }
          autoComplete="off"
          {...textOf(number)}
        />
      ))}
      <div className={styles.wide}>
        <Checkbox
          name="keep_billing"
          label={t('billing.keep')}
          checked={form.keepsBilling}
          onChange={({ target }) => form.setKeepsBilling(target.checked)}
        />
      </div>
    </div>
  )
}
