import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/contract'
import { RegisterForm, ACCOUNT_TYPES } from '@awards/shared/domain'
import { useLanguage, translateMessage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { zodRule } from '@awards/shared/ui'
import { Form, Input, InputNumber, Segmented, Select, Button, Checkbox } from 'antd'
import { useMemo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Trans } from 'react-i18next/TransWithoutContext'
import { useHref } from 'react-router-dom'
import styles from './fields.module.css'
import { guessCountry } from './guess-country.ts'
import { CodeField, type CodeSender } from './code-fields.tsx'
import { NewPasswordField } from './password-fields.tsx'

/** The countries with their names in the language on screen, in its order, and their dialling codes. */
function useCountries() {
  const language = useLanguage()
  const { data, isFetching } = useApiQuery(publication.getGlobalAreaCode)
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    const nameOf = ({ iso2, name, name_cn }: { iso2: string; name: string; name_cn: string }) => {
      if (language === 'fr') return names.of(iso2) ?? name
      return language === 'zh' ? name_cn : name
    }
    return (data ?? [])
      .map((country) => ({ ...country, label: nameOf(country) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, language))
  }, [data, language])
  return { countries, isFetching }
}

const STUDENT = 3
const needed = (sentence: string) => ({ required: true, message: translateMessage(sentence) })

/** A company gives its name, a student the school and the year of the diploma. */
function OrganisationFields() {
  const { t } = useTranslation('shell')
  const accountType: number = Form.useWatch('account_type') ?? 1
  if (accountType === STUDENT) {
    return (
      <div className={styles.pair}>
        <Form.Item
          name="school"
          label={t('session.school')}
          rules={[needed('Give the name of the school'), zodRule(RegisterForm.shape.school)]}
        >
          <Input autoComplete="organization" />
        </Form.Item>
        <Form.Item
          name="graduation_year"
          label={t('session.graduation')}
          rules={[zodRule(RegisterForm.shape.graduation_year)]}
        >
          <InputNumber min={2000} max={2100} className={styles.full} />
        </Form.Item>
      </div>
    )
  }
  if (accountType === 1) return null
  return (
    <Form.Item
      name="company"
      label={t('session.company')}
      rules={[needed('Give the name of the company'), zodRule(RegisterForm.shape.company)]}
    >
      <Input autoComplete="organization" />
    </Form.Item>
  )
}

const AUTOFILL = { first_name: 'given-name', last_name: 'family-name' } as const
const GIVEN_FIRST = ['first_name', 'last_name'] as const
const FAMILY_FIRST = ['last_name', 'first_name'] as const

/** Who registers: kind of account, name, organisation. */
function PersonFields() {
  const { t } = useTranslation('shell')
  const names = useLanguage() === 'zh' ? FAMILY_FIRST : GIVEN_FIRST
  return (
    <>
      <Form.Item name="account_type" label={t('session.accountType')}>
        <Segmented
          block
          className={styles.types ?? ''}
          options={ACCOUNT_TYPES.map((value) => ({ value, label: t(`session.types.${value}`) }))}
        />
      </Form.Item>
      <div className={styles.pair}>
        {names.map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={t(`session.names.${name}`)}
            rules={[zodRule(RegisterForm.shape[name])]}
          >
            <Input autoComplete={AUTOFILL[name]} />
          </Form.Item>
        ))}
      </div>
      <OrganisationFields />
    </>
  )
}

/** The country: guessed, and changed where the guess is wrong. */
function CountryField() {
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
function RegisterMore() {
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

/** Accepting the terms; they open in another tab, so that the form stays as it is. */
function TermsField() {
  const { t } = useTranslation('shell')
  const terms = useHref(paths.terms)
  const privacy = useHref(paths.privacy)
  return (
    <Form.Item name="terms" valuePropName="checked" rules={[zodRule(RegisterForm.shape.terms)]}>
      <Checkbox className={styles.terms}>
        <Trans
          t={t}
          i18nKey="session.terms"
          components={{
            terms: <a href={terms} target="_blank" rel="noopener" />,
            privacy: <a href={privacy} target="_blank" rel="noopener" />,
          }}
        />
      </Checkbox>
    </Form.Item>
  )
}

/** What follows once the code is on its way. */
export function RegisterDetails({ sender }: { sender: CodeSender }) {
  const { t } = useTranslation('shell')
  return (
    <>
      <CodeField sender={sender} />
      <PersonFields />
      <CountryField />
      <NewPasswordField label={t('session.choosePassword')} />
      <RegisterMore />
      <TermsField />
      <Form.Item name="newsletter" valuePropName="checked">
        <Checkbox>{t('session.newsletter')}</Checkbox>
      </Form.Item>
    </>
  )
}
