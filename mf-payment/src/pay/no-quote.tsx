import { errorReason, failureOf } from '@awards/shared/client'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { ErrorPanel, LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

type NoQuoteProps = { id: string; error: unknown; retry: () => unknown }

/** Why there is no price now, and where to go instead. */
export function NoQuote({ id, error, retry }: NoQuoteProps) {
  const { t } = useTranslation('payment')
  const isDraft = errorReason(error) === 'NOT_SUBMITTED'
  return (
    <ErrorPanel
      title={t('pay.noQuote')}
      {...(isDraft ? {} : { onRetry: () => void retry() })}
      actions={
        isDraft ? (
          <LinkButton type="primary" to={paths.steps({ id, step: 5 })}>
            {t('pay.toForm')}
          </LinkButton>
        ) : (
          <LinkButton to={paths.account()}>{t('account')}</LinkButton>
        )
      }
    >
      <Reason error={error} />
    </ErrorPanel>
  )
}

function Reason({ error }: { error: unknown }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const failure = failureOf(error)
  const { msg } = failure
  if (errorReason(error) === 'FEE_WINDOW' && failure.kind === 'business') {
    const next = failure.data?.next_starts_at
    const begins = typeof next === 'string' && t('pay.windowNext', { date: format.date(next) })
    return [t('pay.window'), begins].filter(Boolean).join(' ')
  }
  return (typeof msg === 'string' ? [msg] : Object.values(msg).flat())
    .map(translateMessage)
    .join(' ')
}
