import { paths } from '@awards/shared/paths'
import { TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button-link.tsx'
import { PlainPage } from './plain-page.tsx'

/** Any address the site does not have. */
export function NotFoundPage() {
  const { t } = useTranslation('shell')
  return (
    <PlainPage figure="404" title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to={paths.home}>{t('toHome')}</ButtonLink>
      <TextLink to={paths.winners()}>{t('notFound.winners')}</TextLink>
    </PlainPage>
  )
}
