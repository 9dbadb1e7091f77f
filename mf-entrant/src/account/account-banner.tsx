import { useApiQuery } from '@awards/shared/client'
import { useFormat } from '@awards/shared/i18n'
import { Countdown } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { entries, type Output } from '@awards/shared/contract'
import { nextPeriod } from '@awards/shared/domain'
import styles from './account-banner.module.css'

export type Registration = Output<typeof entries.registrationTime>

/** State of the call for an entrant, and the moment that the countdown runs to. */
export function bannerState(data: Registration) {
  const now = new Date(data.server_now)
  const period = data.periods.find(({ code }) => code === data.current_period)
  const following = nextPeriod(data.periods, now)
  if (data.is_open) {
    return { name: 'open' as const, until: period?.ends_at ?? data.closes_at, period, following }
  }
  if (now < new Date(data.opens_at)) {
    return { name: 'ahead' as const, until: data.opens_at, period: undefined, following }
  }
  if (now <= new Date(data.grace_ends_at)) {
    return {
      name: 'grace' as const,
      until: data.grace_ends_at,
      period: undefined,
      following: undefined,
    }
  }
  return {
    name: 'closed' as const,
    until: data.next_opens_at ?? undefined,
    period: undefined,
    following: undefined,
  }
}

type BannerTextProps = { data: Registration; state: ReturnType<typeof bannerState> }

/** Price now and next price, or what comes after the close. */
function BannerText({ data, state }: BannerTextProps) {
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

/** The call for entries at a glance: period, price, time left on the server's clock. */
export function AccountBanner() {
  const { t } = useTranslation('entrant')
  const { data } = useApiQuery(entries.registrationTime)
  if (!data) return <div className={styles.banner} aria-hidden="true" />
  const state = bannerState(data)
  return (
    <section className={styles.banner} aria-label={data.edition.name}>
      <div className={styles.words}>
        <p className={styles.edition}>{data.edition.name}</p>
        <p className={styles.title}>
          {t(`banner.${state.name}`, { period: state.period?.name ?? '' })}
        </p>
        <BannerText data={data} state={state} />
      </div>
      {state.until && (
        <div className={styles.countdown}>
          <Countdown until={state.until} serverNow={data.server_now} />
        </div>
      )}
    </section>
  )
}
