import { paths } from '@awards/shared/paths'
import { LinkButton, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

/** Stands where an entry was asked for that this account does not have. */
export function NoEntry() {
  const { t } = useTranslation('entrant')
  return (
    <PageHeader
      title={t('noEntry.title')}
      lead={t('noEntry.text')}
      actions={
        <LinkButton type="primary" to={paths.account()}>
          {t('noEntry.action')}
        </LinkButton>
      }
    />
  )
}
