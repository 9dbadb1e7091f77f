import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { LinkButton, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

type CallClosedProps = { serverNow: string; opensAt: string; nextOpensAt: string | null }

/** Stands in place of a new entry while no call is open: when the next one begins, and what can be done. */
export function CallClosed({ serverNow, opensAt, nextOpensAt }: CallClosedProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const next = opensAt > serverNow ? opensAt : nextOpensAt
  return (
    <PageHeader
      eyebrow={t('begin.eyebrow')}
      title={t('noCall.title')}
      lead={next ? t('noCall.next', { date: format.date(next, 'datetime') }) : t('noCall.text')}
      actions={
        <>
          <LinkButton type="primary" to={paths.account()}>
            {t('footer.account')}
          </LinkButton>
          <LinkButton to={paths.calendar}>{t('account.calendar')}</LinkButton>
        </>
      }
    />
  )
}
