import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import styles from './account-banner.module.css'
import type { bannerState, Registration } from './banner-state.ts'

type BannerTextProps = { data: Registration; state: ReturnType<typeof bannerState> }

/** Price now and next price, or what comes after the close. */
export function BannerText({ data, state }: BannerTextProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { name, until, period, following } = state
  const results = data.results_at && t('banner.results', { date: format.date(data.results_at) })
  const date = until ? format.date(until, 'datetime') : ''
  const here = until && format.localDate(until)
  const local = here && <span className={styles.local}>{t('banner.local', { date: here })}</span>

  if (name === 'closed') {
    return (
      <p className={styles.text}>
        {until ? t('banner.next', { date }) : t('banner.nextUnknown')} {results}
        {local}
      </p>
    )
  }
  if (name !== 'open') {
    return (
      <p className={styles.text}>
        {t(name === 'grace' ? 'banner.graceText' : 'banner.from', { date })}
        {local}
      </p>
    )
  }
  return (
    <p className={styles.text}>
      {period?.from_price
        ? t('banner.price', { price: format.money(period.from_price), date })
        : t('banner.until', { date })}
      {local}
      {following?.from_price && (
        <span className={styles.following}>
          {t('banner.following', {
            price: format.money(following.from_price),
            date: format.date(following.starts_at),
          })}
        </span>
      )}
    </p>
  )
}
