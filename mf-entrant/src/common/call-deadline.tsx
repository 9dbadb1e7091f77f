import { useTranslation } from 'react-i18next'
import { useRegistrationTimeQuery } from '../entrant.api.ts'
import { Deadline } from './deadline.tsx'

/** When the call for entries closes. */
export function CallDeadline() {
  const { t } = useTranslation('entrant')
  const { data } = useRegistrationTimeQuery()
  if (!data?.is_open) return null
  return (
    <Deadline label={t('deadline.closes')} until={data.closes_at} serverNow={data.server_now} />
  )
}
