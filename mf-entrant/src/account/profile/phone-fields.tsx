import { ProfileForm } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEntrantCountriesQuery } from '../../entrant.api.ts'
import styles from './profile.module.css'

/** A telephone number with the code of its country; both may be left empty. */
export function PhoneFields() {
  const { t } = useTranslation('entrant')
  const { data = [] } = useEntrantCountriesQuery()
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
