import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { useHydrated } from '@awards/shared/browser/use-hydrated'

/** A deadline on the visitor's own clock, where that clock differs from the programme's. */
export function LocalDate({ moment }: { moment: string }) {
  const { t } = useTranslation('public')
  const { localDate } = useFormat()
  const isHydrated = useHydrated()
  const local = isHydrated && localDate(moment)
  return local ? <>{t('call.local', { date: local })}</> : null
}
