import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { useIsLive } from './use-is-live.ts'

/** A deadline on the visitor's own clock, where that clock differs from the programme's. */
export function LocalDate({ moment }: { moment: string }) {
  const { t } = useTranslation('public')
  const { localDate } = useFormat()
  const isLive = useIsLive()
  const local = isLive && localDate(moment)
  return local ? <>{t('call.local', { date: local })}</> : null
}
