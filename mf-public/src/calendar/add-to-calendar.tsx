import { programmeName, siteConfiguration } from '@awards/shared/client'
import type { AwardDate } from '@awards/shared/contract'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { pageAddress } from '../facts/address.ts'
import { calendarFile } from './calendar-file.ts'
import styles from './calendar.module.css'

/** Gives what is still to come as a file that calendars take in. */
export function AddToCalendar({ dates }: { dates: readonly AwardDate[] }) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const ahead = dates.filter(({ state }) => state !== 'past')
  if (ahead.length === 0) return null
  const save = () => {
    const name = programmeName(language)
    const file = calendarFile({
      name,
      dates: ahead,
      address: new URL(pageAddress(paths.calendar, language), window.location.origin).href,
      zone: siteConfiguration().time_zone,
      now: new Date(),
    })
    const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar;charset=utf-8' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${name}.ics`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <span className={styles.add}>
      <Button onClick={save}>{t('calendar.add')}</Button>
    </span>
  )
}
