import { useFormat } from '@awards/shared/i18n'
import { Countdown } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useRegistrationTimeQuery } from '../entrant.api.ts'
import styles from './account-banner.module.css'

/** The call for entries at a glance: period, price, time left on the server's clock. */
export function AccountBanner() {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { data } = useRegistrationTimeQuery()
  if (!data) return <div className={styles.banner} aria-hidden="true" />
  const { edition, is_open, closes_at, opens_at, current_period, periods, server_now } = data
  const period = periods.find(({ code }) => code === current_period)
  const until = is_open ? (period?.ends_at ?? closes_at) : opens_at
  const isAhead = !is_open && Date.parse(opens_at) > Date.parse(server_now)
  const local = format.localDate(until)
  return (
    <section className={styles.banner} aria-label={edition.name}>
      <div>
        <p className={styles.edition}>{edition.name}</p>
        <p className={styles.title}>
          {is_open
            ? t('banner.open', { period: period?.name ?? '' })
            : t(isAhead ? 'banner.ahead' : 'banner.closed')}
        </p>
        <p className={styles.text}>
          {is_open && period?.from_price
            ? t('banner.price', {
                price: format.money(period.from_price),
                date: format.date(until, 'datetime'),
              })
            : is_open || isAhead
              ? t('banner.until', { date: format.date(until, 'datetime') })
              : data.results_at && t('banner.results', { date: format.date(data.results_at) })}
          {(is_open || isAhead) && local && (
            <span className={styles.local}>{t('banner.local', { date: local })}</span>
          )}
        </p>
      </div>
      {(is_open || isAhead) && (
        <div className={styles.countdown}>
          <Countdown until={until} serverNow={server_now} />
        </div>
      )}
      <ol className={styles.periods} role="list" aria-label={t('banner.periods')}>
        {periods.map((one) => (
          <li key={one.code} aria-current={one.code === current_period ? 'step' : undefined}>
            <strong>{one.name}</strong>
            <span>{t('banner.to', { date: format.date(one.ends_at, 'short') })}</span>
            {one.from_price && (
              <span>{t('begin.from', { price: format.money(one.from_price) })}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
