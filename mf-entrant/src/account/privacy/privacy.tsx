import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { QueryState, SectionHeading, TextLink } from '@awards/shared/ui'
import { account, type Profile } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import styles from './privacy.module.css'
import { DataCopy } from './data-copy.tsx'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { EraseForm } from './erase-form.tsx'
import { ownFields } from '../profile/use-profile-form.ts'

/** What has been agreed to or declined, when, and which text it was. */
function Consents({ consents }: Pick<Profile, 'consents'>) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  return (
    <section>
      <SectionHeading size="small">{t('rights.consents.title')}</SectionHeading>
      <ul className={styles.consents} role="list">
        {consents.map(({ kind, given, version, at }) => (
          <li key={kind}>
            <span className={styles.what}>{t(`rights.consents.kind.${kind}`)}</span>
            <span className={styles.facts}>
              {t(given ? 'rights.consents.given' : 'rights.consents.declined', {
                date: format.date(at),
              })}
              {version && ` · ${t('rights.consents.version', { version })}`}
            </span>
          </li>
        ))}
        {consents.length === 0 && <li className={styles.facts}>{t('rights.consents.none')}</li>}
      </ul>
      <TextLink to={paths.privacy}>{t('rights.consents.policy')}</TextLink>
    </section>
  )
}

/** The newsletter, off unless it was asked for. */
function Newsletter({ profile }: { profile: Profile }) {
  const { t } = useTranslation('entrant')
  const [update, { isLoading }] = useApiMutation(account.updateProfile)
  return (
    <section>
      <SectionHeading size="small">{t('rights.newsletter.title')}</SectionHeading>
      <div className={styles.switch}>
        <Switch
          checked={profile.newsletter}
          loading={isLoading}
          aria-labelledby="newsletter-label"
          onChange={(newsletter) => void update({ ...ownFields(profile), newsletter })}
        />
        <div>
          <p id="newsletter-label" className={styles.what}>
            {t('rights.newsletter.label')}
          </p>
          <p className={styles.facts} role="status">
            {t(profile.newsletter ? 'rights.newsletter.on' : 'rights.newsletter.off')}
          </p>
        </div>
      </div>
    </section>
  )
}

const GOES = ['person', 'drafts', 'sessions'] as const
const STAYS = ['invoices', 'results', 'audit'] as const

/** The end of the account: what goes and what stays is said before anything is asked. */
function EraseAccount() {
  const { t } = useTranslation('entrant')
  const [isAsking, setAsking] = useState(false)
  const parts = [
    { name: 'goes', items: GOES },
    { name: 'stays', items: STAYS },
  ] as const
  return (
    <section>
      <SectionHeading size="small">{t('rights.erase.title')}</SectionHeading>
      <p className={styles.text}>{t('rights.erase.text')}</p>
      <div className={styles.fate}>
        {parts.map(({ name, items }) => (
          <div key={name}>
            <h3 className={styles.what}>{t(`rights.erase.${name}`)}</h3>
            <ul className={styles.points}>
              {items.map((item) => (
                <li key={item}>{t(`rights.erase.${name}List.${item}`)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {isAsking ? (
        <EraseForm onCancel={() => setAsking(false)} />
      ) : (
        <Button danger onClick={() => setAsking(true)}>
          {t('rights.erase.begin')}
        </Button>
      )}
    </section>
  )
}

/** What the entrant has agreed to, the copy of the data, and the end of the account. */
export function Privacy() {
  const query = useApiQuery(account.profile)
  return (
    <div className={styles.privacy}>
      <QueryState query={query}>
        {(profile) => (
          <>
            <Consents consents={profile.consents} />
            <Newsletter profile={profile} />
          </>
        )}
      </QueryState>
      <DataCopy />
      <EraseAccount />
    </div>
  )
}
