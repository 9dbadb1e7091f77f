import { paths } from '@awards/shared/paths'
import { LinkButton, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { PlainPage } from './plain-page.tsx'

/** Any address the site does not have. */
export function NotFoundPage() {
  const { t } = useTranslation('shell')
  return (
    <PlainPage figure="404" title={t('notFound.title')} text={t('notFound.text')}>
      <LinkButton to={paths.home} type="primary" size="large">
        {t('toHome')}
      </LinkButton>
      <TextLink to={paths.winners()}>{t('notFound.winners')}</TextLink>
    </PlainPage>
  )
}
