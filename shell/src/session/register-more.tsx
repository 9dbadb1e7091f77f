import { RegisterForm } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input, Select } from 'antd'
import { useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'
import { useCountries } from './use-countries.ts'

/** A phone number, for who wants to be called; the dialling code is that of the country. */
function PhoneFields() {
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

/** A phone number and the codes of an invitation or an agent: what most people leave out. */
export function RegisterMore() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Form.Item>
        <Button
          type="link"
          className={styles.more ?? ''}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('session.more')}
          <span aria-hidden="true">{isOpen ? '−' : '+'}</span>
        </Button>
      </Form.Item>
      <div hidden={!isOpen}>
        {isOpen ? <PhoneFields /> : null}
        <div className={styles.pair}>
          <Form.Item
            name="invitation_code"
            label={t('session.invitationCode')}
            rules={[zodRule(RegisterForm.shape.invitation_code)]}
          >
            <Input autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="agent_code"
            label={t('session.agentCode')}
            rules={[zodRule(RegisterForm.shape.agent_code)]}
          >
            <Input autoComplete="off" />
          </Form.Item>
        </div>
      </div>
    </>
  )
}
