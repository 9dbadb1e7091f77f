import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import styles from './account-banner.module.css'
import type { Registration } from './banner-state.ts'

/** The price periods of the call, one after the other. */
export function BannerPeriods({ data }: { data: Registration }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  return (
    <ol className={styles.periods} role="list" aria-label={t('banner.periods')}>
      {data.periods.map((one) => (
        <li key={one.code} aria-current={one.code === data.current_period ? 'step' : undefined}>
          <strong>{one.name}</strong>
          <span>{t('banner.to', { date: format.date(one.ends_at, 'short') })}</span>
          {one.from_price && (
            <span>{t('begin.from', { price: format.money(one.from_price) })}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
