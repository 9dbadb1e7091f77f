import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button-link.tsx'
import { PlainPage } from './plain-page.tsx'

/** Where a refusal with code 403 leads. */
export function ForbiddenPage() {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  return (
    <PlainPage figure="403" title={t('forbidden.title')} text={t('forbidden.text')}>
      <ButtonLink to={user ? user.home_route : paths.login()}>
        {user ? t('forbidden.back') : t('signIn')}
      </ButtonLink>
      <TextLink to={paths.home}>{t('toHome')}</TextLink>
    </PlainPage>
  )
}
