import { Countdown } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useRegistrationTimeQuery } from '../entrant.api.ts'
import styles from './account-banner.module.css'
import { BannerPeriods } from './banner-periods.tsx'
import { bannerState } from './banner-state.ts'
import { BannerText } from './banner-text.tsx'

type AccountBannerProps = {
  /** Without the list of periods, where something else is the matter of the page. */
  isBrief: boolean
}

/** The call for entries at a glance: period, price, time left on the server's clock. */
export function AccountBanner({ isBrief }: AccountBannerProps) {
  const { t } = useTranslation('entrant')
  const { data } = useRegistrationTimeQuery()
  const look = `${styles.banner} ${isBrief ? styles.brief : ''}`
  if (!data) return <div className={look} aria-hidden="true" />
  const state = bannerState(data)
  return (
    <section className={look} aria-label={data.edition.name}>
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
      {!isBrief && state.name !== 'closed' && <BannerPeriods data={data} />}
    </section>
  )
}
