import type { Profile as ProfileData } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton, QueryView, SectionHeading } from '@awards/shared/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfileQuery } from '../../entrant.api.ts'
import { BillingForm } from './billing-form.tsx'
import { billingFacts, personFacts } from './profile-facts.ts'
import { EditableSection } from './editable-section.tsx'
import { EmailForm } from './email-form.tsx'
import { PersonForm } from './person-form.tsx'
import styles from './profile.module.css'
import { useCountryName } from './use-country-name.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Who the entrant is to the programme, and where invoices go. */
export function Profile() {
  const query = useProfileQuery()
  return <QueryView query={query}>{(profile) => <Sections profile={profile} />}</QueryView>
}

function Sections({ profile }: { profile: ProfileData }) {
  const { t } = useTranslation('entrant')
  const countryName = useCountryName()
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
