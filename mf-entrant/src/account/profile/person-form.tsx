import { useApiQuery } from '@awards/shared/client'
import { type Profile, publication } from '@awards/shared/contract'
import { LANGUAGES, ProfileForm } from '@awards/shared/domain'
import { LANGUAGE_NAMES } from '@awards/shared/i18n'
import { zodRule } from '@awards/shared/ui'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCountries } from '@awards/shared/forms/use-countries'
import { type Edit, FormButtons } from './editable-section.tsx'
import { useMemo } from 'react'
import styles from './profile.module.css'
import { ownFields, type PersonValues, useProfileForm } from './use-profile-form.ts'

/** A telephone number with the code of its country; both may be left empty. */
function PhoneFields() {
  const { t } = useTranslation('entrant')
  const { data = [] } = useApiQuery(publication.getGlobalAreaCode)
  const codes = useMemo(() => {
    const places = new Map<string, string[]>()
    for (const { dial_code, name, name_cn } of data) {
      places.set(dial_code, [...(places.get(dial_code) ?? []), name, name_cn])
    }
    return [...places].map(([value, names]) => ({ value, label: value, title: names.join(' ') }))
  }, [data])
  return (
    <div className={styles.phone}>
      <Form.Item
        name="area_code"
        label={t('profile.area_code')}
        rules={[zodRule(ProfileForm.shape.area_code)]}
      >
        <Select
          allowClear
          showSearch={{
            filterOption: (words, option) =>
              `${option?.value} ${option?.title}`.toLowerCase().includes(words.toLowerCase()),
          }}
          options={codes}
        />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('profile.phone')}
        extra={t('profile.phoneHint')}
        rules={[zodRule(ProfileForm.shape.phone)]}
      >
        <Input type="tel" autoComplete="tel-national" />
      </Form.Item>
    </div>
  )
}

const { shape } = ProfileForm
const NAMES = [
  { name: 'first_name', autoComplete: 'given-name' },
  { name: 'last_name', autoComplete: 'family-name' },
] as const
const PLACES = [
  { name: 'company', autoComplete: 'organization' },
  { name: 'school', autoComplete: 'off' },
  { name: 'job_title', autoComplete: 'organization-title' },
] as const
const STUDENT = 3
const COMPANIES = [2, 4]

/** Name, organisation, country, telephone and the language of letters. */
export function PersonForm({ profile, close, onDirty }: Edit & { profile: Profile }) {
  const { t } = useTranslation('entrant')
  const countries = useCountries()
  const { form, save, isSaving } = useProfileForm<PersonValues>({ close })
  const places = PLACES.filter(
    ({ name }) => name !== 'school' || profile.account_type === STUDENT || profile.school,
  )
  const isNeeded = (name: string) =>
    (name === 'company' && COMPANIES.includes(profile.account_type)) ||
    (name === 'school' && profile.account_type === STUDENT)
  return (
    <Form
      form={form}
      name="person"
      layout="vertical"
      initialValues={ownFields(profile)}
      validateTrigger="onBlur"
      scrollToFirstError={{ block: 'center', focus: true }}
      onValuesChange={() => onDirty(true)}
      onFinish={(values) => save({ ...ownFields(profile), ...values })}
    >
      <div className={styles.fields}>
        {NAMES.map(({ name, autoComplete }) => (
          <Form.Item
            key={name}
            name={name}
            label={t(`profile.${name}`)}
            rules={[zodRule(shape[name])]}
          >
            <Input autoComplete={autoComplete} />
          </Form.Item>
        ))}
        {places.map(({ name, autoComplete }) => (
          <Form.Item
            key={name}
            className={styles.wide ?? ''}
            name={name}
            label={t(`profile.${name}`)}
            rules={[
              zodRule(shape[name]),
              ...(isNeeded(name)
                ? [{ required: true, whitespace: true, message: t(`profile.needed.${name}`) }]
                : []),
            ]}
          >
            <Input autoComplete={autoComplete} />
          </Form.Item>
        ))}
        <Form.Item name="country" label={t('profile.country')} rules={[zodRule(shape.country)]}>
          <Select showSearch={{ optionFilterProp: 'label' }} options={countries} />
        </Form.Item>
        <Form.Item name="language" label={t('profile.language')} rules={[zodRule(shape.language)]}>
          <Select options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))} />
        </Form.Item>
        <PhoneFields />
      </div>
      <FormButtons label={t('profile.save')} isBusy={isSaving} onCancel={close} />
    </Form>
  )
}
