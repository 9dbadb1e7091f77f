import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Countdown, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicFeesQuery } from '../public.api.ts'
import { ActionLink } from '../ui/action-link.tsx'
import { Answered } from '../ui/answered.tsx'
import styles from './call-strip.module.css'
import { callState } from './call-state.ts'

/** Where the edition stands: what it costs now, and for how long. */
export function CallStrip() {
  const { t } = useTranslation('public')
  const { date, money, localDate } = useFormat()
  const fees = usePublicFeesQuery()
  return (
    <section aria-labelledby="call-title">
      <Answered query={fees} room="line" missing={null}>
        {(table) => {
          const { state, period, next, closes_at, lowest } = callState(table, new Date())
          const until = period?.ends_at ?? next?.starts_at
          return (
            <div className={styles.inner}>
              <div>
                <p className={styles.label}>{table.edition.name}</p>
                <h2 id="call-title" className={styles.title}>
                  {t(`call.title.${state}`, {
                    date: date(state === 'before' ? (until ?? closes_at) : closes_at),
                  })}
                </h2>
                {localDate(closes_at) && state === 'open' && (
                  <p className={styles.note}>
                    {t('call.local', { date: localDate(closes_at, 'datetime') })}
                  </p>
                )}
              </div>
              {until && (
                <div>
                  <p className={styles.label}>
                    {t(period && next ? 'call.until.period' : `call.until.${state}`, {
                      period: period?.name,
                    })}
                  </p>
                  <Countdown until={until} />
                </div>
              )}
              {lowest !== undefined && (
                <div>
                  <p className={styles.label}>{t('call.from')}</p>
                  <p className={styles.price}>
                    {money({ amount_minor: lowest, currency: table.currency })}
                  </p>
                </div>
              )}
              <p className={styles.actions}>
                {state === 'open' && <ActionLink to={paths.steps()}>{t('call.enter')}</ActionLink>}
                <TextLink to={paths.fees}>{t('call.fees')}</TextLink>
              </p>
            </div>
          )
        }}
      </Answered>
    </section>
  )
}
