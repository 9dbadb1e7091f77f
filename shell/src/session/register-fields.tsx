import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import { ACCOUNT_TYPES } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Button } from '@awards/shared/ui'
import { Checkbox, RadioGroup } from '@awards/shared/ui/native/choice'
import { TextField } from '@awards/shared/ui/native/field'
import { SelectField } from '@awards/shared/ui/native/select-field'
import { useEffect, useMemo, useRef, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Trans } from 'react-i18next/TransWithoutContext'
import { useHref } from 'react-router-dom'
import type { NativeForm } from './native-form.tsx'
import { NewPasswordField } from './password-fields.tsx'
import styles from './register-fields.module.css'
import { CodeField } from './code-field.tsx'

/** The countries with their names in the language on screen, in its order, and their dialling codes. */
function useCountries() {
  const language = useLanguage()
  const { data } = useApiQuery(publication.getGlobalAreaCode)
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    const nameOf = ({ iso2, name, name_cn }: { iso2: string; name: string; name_cn: string }) => {
      if (language === 'fr') return names.of(iso2) ?? name
      return language === 'zh' ? name_cn : name
    }
    return (data ?? [])
      .map((country) => ({ ...country, label: nameOf(country) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, language))
  }, [data, language])
}

type DetailsProps = {
  form: NativeForm
  /** What was filled in before: sent without the application, or left in this tab. */
  values: Readonly<Record<string, string | undefined>>
}

const AUTOFILL = { first_name: 'given-name', last_name: 'family-name' } as const
const GIVEN_FIRST = ['first_name', 'last_name'] as const
const FAMILY_FIRST = ['last_name', 'first_name'] as const

/** Who registers: kind of account, name, and the organisation that belongs to the kind (shown by style alone). */
function PersonFields({ form: { errors }, values }: DetailsProps) {
  const { t } = useTranslation('shell')
  const names = useLanguage() === 'zh' ? FAMILY_FIRST : GIVEN_FIRST
  return (
    <div className={styles.person}>
      <RadioGroup
        name="account_type"
        label={t('session.accountType')}
        className={styles.types ?? ''}
        defaultValue={values['account_type'] ?? '1'}
        options={ACCOUNT_TYPES.map((value) => ({
          value: String(value),
          label: t(`session.types.${value}`),
        }))}
      />
      <div className={styles.pair}>
        {names.map((name) => (
          <TextField
            key={name}
            name={name}
            label={t(`session.names.${name}`)}
            error={errors[name]}
            defaultValue={values[name]}
            autoComplete={AUTOFILL[name]}
          />
        ))}
      </div>
      <div className={`${styles.pair} ${styles.student}`}>
        <TextField
          name="school"
          label={t('session.school')}
          error={errors['school']}
          defaultValue={values['school']}
          autoComplete="organization"
        />
        <TextField
          name="graduation_year"
          type="number"
          inputMode="numeric"
          min={2000}
          max={2100}
          label={t('session.graduation')}
          error={errors['graduation_year']}
          defaultValue={values['graduation_year']}
        />
      </div>
      <TextField
        name="company"
        className={styles.company}
        label={t('session.company')}
        error={errors['company']}
        defaultValue={values['company']}
        autoComplete="organization"
      />
    </div>
  )
}

/** The country: guessed, and changed where the guess is wrong; its dialling code follows it. */
function CountryField({ form: { errors }, values }: DetailsProps) {
  const { t } = useTranslation('shell')
  const field = useRef<HTMLSelectElement>(null)
  const countries = useCountries()

  const followCountry = ({ value, form }: HTMLSelectElement) => {
    const phone = form?.elements.namedItem('phone')
    const code = form?.elements.namedItem('area_code')
    const chosen = countries.find(({ iso2 }) => iso2 === value)
    const isUnused = phone instanceof HTMLInputElement && phone.value === ''
    if (chosen && isUnused && code instanceof HTMLSelectElement) code.value = chosen.dial_code
  }
  useEffect(() => {
    const { current } = field
    if (!current || countries.length === 0) return
    if (current.value === '') {
      current.value = values['country'] ?? guessCountry(countries.map(({ iso2 }) => iso2)) ?? ''
    }
    followCountry(current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [countries])

  return (
    <SelectField
      ref={field}
      name="country"
      label={t('session.country')}
      error={errors['country']}
      placeholder={t('session.countryPlaceholder')}
      defaultValue={values['country']}
      autoComplete="country"
      options={countries.map(({ iso2, label }) => ({ value: iso2, label }))}
      onChange={({ currentTarget }: ChangeEvent<HTMLSelectElement>) => followCountry(currentTarget)}
    />
  )
}

const MORE = ['area_code', 'phone', 'invitation_code', 'agent_code']

/** A phone number and the codes of an invitation or an agent: what most people leave out. */
function RegisterMore({ form: { errors }, values }: DetailsProps) {
  const { t } = useTranslation('shell')
  const countries = useCountries()
  const codes = new Map(countries.map((each) => [each.dial_code, each]))
  return (
    <details className={styles.more} open={MORE.some((name) => errors[name])}>
      <summary>{t('session.more')}</summary>
      <div className={styles.moreFields}>
        <div className={styles.phone}>
          <SelectField
            name="area_code"
            label={t('session.areaCode')}
            error={errors['area_code']}
            defaultValue={values['area_code']}
            placeholder=""
            options={[...codes.values()].map(({ dial_code, label }) => ({
              value: dial_code,
              label: `${dial_code} ${label}`,
            }))}
          />
          <TextField
            name="phone"
            type="tel"
            label={t('session.phone')}
            error={errors['phone']}
            defaultValue={values['phone']}
            autoComplete="tel-national"
          />
        </div>
        <div className={styles.pair}>
          <TextField
            name="invitation_code"
            label={t('session.invitationCode')}
            error={errors['invitation_code']}
            defaultValue={values['invitation_code']}
            autoComplete="off"
          />
          <TextField
            name="agent_code"
            label={t('session.agentCode')}
            error={errors['agent_code']}
            defaultValue={values['agent_code']}
            autoComplete="off"
          />
        </div>
      </div>
    </details>
  )
}

/** Accepting the terms; they open in another tab, so that the form stays as it is. */
function ConsentFields({ form: { errors }, values }: DetailsProps) {
  const { t } = useTranslation('shell')
  const terms = useHref(paths.terms)
  const privacy = useHref(paths.privacy)
  return (
    <div className={styles.consents}>
      <Checkbox
        name="terms"
        defaultChecked={values['terms'] === 'on'}
        error={errors['terms']}
        label={
          <Trans
            t={t}
            i18nKey="session.terms"
            components={{
              terms: <a href={terms} target="_blank" rel="noopener" />,
              privacy: <a href={privacy} target="_blank" rel="noopener" />,
            }}
          />
        }
      />
      <Checkbox
        name="newsletter"
        defaultChecked={values['newsletter'] === 'on'}
        label={t('session.newsletter')}
      />
    </div>
  )
}

type RegisterDetailsProps = DetailsProps & {
  /** An organisation stands for the password. */
  hasPassword?: boolean
  /** An organisation stands for the address. */
  hasCode?: boolean
}

/** What follows once the code is on its way. */
export function RegisterDetails({
  hasPassword = true,
  hasCode = true,
  ...details
}: RegisterDetailsProps) {
  const { t } = useTranslation('shell')
  const { form } = details
  return (
    <>
      {hasCode ? <CodeField form={form} /> : null}
      <PersonFields {...details} />
      <CountryField {...details} />
      {hasPassword ? (
        <NewPasswordField label={t('session.choosePassword')} error={form.errors['password']} />
      ) : null}
      <RegisterMore {...details} />
      <ConsentFields {...details} />
    </>
  )
}

type WithTimeZones = { getTimeZones?: () => string[]; timeZones?: string[] }

/** The time zones of a country, where the browser knows them. */
function zonesOf(country: string): readonly string[] {
  const locale: Intl.Locale & WithTimeZones = new Intl.Locale('und', { region: country })
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/**
 * Where somebody probably is: the country of the clock, else that of the browser's language. Nothing
 * is asked of anybody for it, and a guess can be changed.
 */
export function guessCountry(
  countries: readonly string[],
  zone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
  languages: readonly string[] = navigator.languages,
): string | undefined {
  const here = countries.find((country) => zonesOf(country).includes(zone))
  if (here) return here
  const regions = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1])
  return regions.find((region) => region !== undefined && countries.includes(region))
}

/** Asks for the code first, and opens the account once the details are on screen. */
export function RegisterSubmit({ form, isOpen }: { form: NativeForm; isOpen: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <Button
      type="primary"
      htmlType="submit"
      size="large"
      block
      loading={isOpen ? form.isSending : form.isSendingCode}
    >
      {t(isOpen ? 'session.submitRegister' : 'session.sendCode')}
    </Button>
  )
}
