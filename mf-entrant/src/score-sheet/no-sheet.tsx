import { paths } from '@awards/shared/paths'
import { LinkButton, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

/** Says why an entry has no score sheet, yet or at all. */
export function NoSheet({ reason }: { reason: 'waiting' | 'left' }) {
  const { t } = useTranslation('entrant')
  return (
    <PageHeader
      eyebrow={t('action.score_sheet')}
      title={t(`scores.${reason}.title`)}
      lead={t(`scores.${reason}.text`)}
      actions={
        <LinkButton type="primary" to={paths.account()}>
          {t('footer.account')}
        </LinkButton>
      }
    />
  )
}
