import { useApiQuery } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import { FORMAT_LOCALES, useFormat, useLanguage } from '@awards/shared/i18n'
import { useNow } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './common.module.css'

type DeadlineProps = {
  /** What ends then. */
  label: string
  until: string
  /** The server's clock when it answered, so that a wrong clock here does not matter. */
  serverNow?: string | undefined
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A last moment on the programme's clock and on the visitor's, with the time that is left. */
export function Deadline({ label, until, serverNow }: DeadlineProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const tag = FORMAT_LOCALES[useLanguage()]
  const left = Date.parse(until) - useNow(serverNow)
  const [unit, length] = UNITS.find(([, one]) => left >= 2 * one) ?? UNITS[2]
  const local = format.localDate(until)
  return (
    <div className={`${styles.deadline} ${left < 86_400_000 ? styles.soon : ''}`}>
      <p className={styles.label}>{label}</p>
      <p className={styles.left}>
        {left > 0
          ? new Intl.RelativeTimeFormat(tag).format(Math.floor(left / length), unit)
          : t('deadline.over')}
      </p>
      <p className={styles.moment}>
        <time dateTime={until}>{format.date(until, 'datetime')}</time>
      </p>
      {local && <p className={styles.moment}>{t('deadline.local', { date: local })}</p>}
    </div>
  )
}

/** When the call for entries closes. */
export function CallDeadline() {
  const { t } = useTranslation('entrant')
  const { data } = useApiQuery(entries.registrationTime)
  if (!data?.is_open) return null
  return (
    <Deadline label={t('deadline.closes')} until={data.closes_at} serverNow={data.server_now} />
  )
}
