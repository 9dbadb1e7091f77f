import { useApiQuery } from '@awards/shared/client'
import { account, type Profile as ProfileData } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton, QueryState, SectionHeading } from '@awards/shared/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BillingForm } from './billing-form.tsx'
import { LANGUAGE_NAMES, useFormat } from '@awards/shared/i18n'
import type { TFunction } from 'i18next'
import { EditableSection } from './editable-section.tsx'
import { EmailForm } from './email-form.tsx'
import { PersonForm } from './person-form.tsx'
import styles from './profile.module.css'
import { useUnsavedWork } from '@awards/shared/session'
import { App } from 'antd'
import { useBlocker } from 'react-router-dom'

/** Asks before a page with unsaved fields is left, by a link or by closing the tab. */
function useLeaveGuard(isDirty: boolean) {
  const { t } = useTranslation('entrant')
  const { modal } = App.useApp()
  useUnsavedWork(isDirty)
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      isDirty && (here.pathname !== there.pathname || here.search !== there.search),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const dialog = modal.confirm({
      title: t('profile.leave.title'),
      content: t('profile.leave.text'),
      okText: t('profile.leave.go'),
      cancelText: t('profile.leave.stay'),
      icon: null,
      centered: true,
      autoFocusButton: 'cancel',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
    return () => dialog.destroy()
  }, [blocker, modal, t])
}

type CountryName = ReturnType<typeof useFormat>['countryName']
const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')

/** What is known of the person, as it is read. */
const personFacts = (profile: ProfileData, t: TFunction<'entrant'>, country: CountryName) => [
  { term: t('profile.name'), detail: joined(profile.first_name, profile.last_name) },
  { term: t('profile.type'), detail: t(`profile.types.${profile.account_type}`) },
  { term: t('profile.company'), detail: profile.company },
  { term: t('profile.school'), detail: profile.school },
  { term: t('profile.job_title'), detail: profile.job_title },
  { term: t('profile.country'), detail: profile.country && country(profile.country) },
  { term: t('profile.phone'), detail: profile.phone && joined(profile.area_code, profile.phone) },
  { term: t('profile.language'), detail: LANGUAGE_NAMES[profile.language] },
]

/** The address for invoices, as it is read; nothing where none is kept. */
function billingFacts({ billing }: ProfileData, t: TFunction<'entrant'>, country: CountryName) {
  if (!billing) return []
  return [
    { term: t('profile.kind'), detail: billing.kind && t(`profile.kinds.${billing.kind}`) },
    { term: t('profile.billingName'), detail: billing.name },
    { term: t('profile.address'), detail: billing.address },
    { term: t('profile.city'), detail: joined(billing.postal_code, billing.city) },
    { term: t('profile.country'), detail: billing.country && country(billing.country) },
    { term: t('profile.billingEmail'), detail: billing.email },
    { term: t('profile.siren'), detail: billing.siren },
    { term: t('profile.vat_no'), detail: billing.vat_no },
    { term: t('profile.tax_id'), detail: billing.tax_id },
  ]
}

/** Who the entrant is to the programme, and where invoices go. */
export function Profile() {
  const query = useApiQuery(account.profile)
  return <QueryState query={query}>{(profile) => <Sections profile={profile} />}</QueryState>
}

function Sections({ profile }: { profile: ProfileData }) {
  const { t } = useTranslation('entrant')
  const { countryName } = useFormat()
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  useLeaveGuard(dirty.size > 0)
  const mark = (name: string) => (isDirty: boolean) =>
    setDirty((before) => {
      const next = new Set(before)
      if (isDirty) next.add(name)
      else next.delete(name)
      return next
    })
  const section = (name: string) => ({
    title: t(`profile.${name}`),
    editLabel: t(`profile.edit.${name}`),
    onDirty: mark(name),
  })
  return (
    <div className={styles.profile}>
      <EditableSection {...section('person')} items={personFacts(profile, t, countryName)}>
        {(edit) => <PersonForm profile={profile} {...edit} />}
      </EditableSection>
      <EditableSection
        {...section('billing')}
        items={billingFacts(profile, t, countryName)}
        empty={t('profile.noBilling')}
      >
        {(edit) => <BillingForm profile={profile} {...edit} />}
      </EditableSection>
      <EditableSection
        {...section('email')}
        items={[{ term: t('profile.emailNow'), detail: profile.email }]}
      >
        {(edit) => <EmailForm {...edit} />}
      </EditableSection>
      <section>
        <SectionHeading size="small">{t('profile.security')}</SectionHeading>
        <p className={styles.text}>{t('profile.securityText')}</p>
        <LinkButton to={paths.changePassword}>{t('profile.changePassword')}</LinkButton>
      </section>
    </div>
  )
}
