import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { LinkButton, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { PlainPage } from './plain-page.tsx'

/** Where a refusal with code 403 leads. */
export function ForbiddenPage() {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  return (
    <PlainPage figure="403" title={t('forbidden.title')} text={t('forbidden.text')}>
      <LinkButton to={user ? user.home_route : paths.login()} type="primary" size="large">
        {user ? t('forbidden.back') : t('signIn')}
      </LinkButton>
      <TextLink to={paths.home}>{t('toHome')}</TextLink>
    </PlainPage>
  )
}
