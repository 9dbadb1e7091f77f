import { LANGUAGE_NAMES, LANGUAGE_TAGS, useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { DefinitionList, LinkButton, SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './profile.module.css'

/** Who the entrant is to the programme. */
export function Profile() {
  const { t } = useTranslation('entrant')
  const tag = LANGUAGE_TAGS[useLanguage()]
  const user = useCurrentUser()
  if (!user) return null
  const country = user.country && new Intl.DisplayNames(tag, { type: 'region' }).of(user.country)
  return (
    <div className={styles.profile}>
      <div>
        <SectionHeading>{t('profile.person')}</SectionHeading>
        <DefinitionList
          items={[
            { term: t('profile.name'), detail: `${user.first_name} ${user.last_name}`.trim() },
            { term: t('profile.email'), detail: user.email },
            { term: t('profile.company'), detail: user.company },
            { term: t('profile.country'), detail: country },
            { term: t('profile.type'), detail: t(`profile.types.${user.account_type}`) },
            { term: t('profile.language'), detail: LANGUAGE_NAMES[user.language] },
          ]}
        />
      </div>
      <div>
        <SectionHeading>{t('profile.security')}</SectionHeading>
        <p className={styles.text}>{t('profile.securityText')}</p>
        <LinkButton to={paths.changePassword}>{t('profile.changePassword')}</LinkButton>
        <SectionHeading>{t('profile.help')}</SectionHeading>
        <p className={styles.text}>{t('profile.helpText')}</p>
        <LinkButton to={paths.contact}>{t('profile.contact')}</LinkButton>
      </div>
    </div>
  )
}
