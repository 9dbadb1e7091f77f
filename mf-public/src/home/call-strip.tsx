import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Countdown, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicFeesQuery } from '../public.api.ts'
import { ActionLink } from '../ui/action-link.tsx'
import { Answered } from '../ui/answered.tsx'
import { LocalDate } from '../ui/local-date.tsx'
import { CallPrice } from './call-price.tsx'
import { callState } from './call-state.ts'
import styles from './call-strip.module.css'

/** Where the edition stands: until when one may enter, what it costs now and what it will cost. */
export function CallStrip() {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const fees = usePublicFeesQuery()
  return (
    <section aria-labelledby="call-title">
      <Answered query={fees} room="line" missing={null}>
        {(table) => {
          const call = callState(table, fees.fulfilledTimeStamp ?? 0)
          const { state, next, closes_at } = call
          const until = state === 'before' ? next?.starts_at : closes_at
          if (!until) return null
          return (
            <div className={styles.inner}>
              <div>
                <p className={styles.label}>{table.edition.name}</p>
                <h2 id="call-title" className={styles.title}>
                  {t(`call.title.${state}`, { date: date(until) })}
                </h2>
                <p className={styles.note}>{state !== 'closed' && <LocalDate moment={until} />}</p>
              </div>
              {state !== 'closed' && (
                <div>
                  <p className={styles.label}>{t(`call.until.${state}`)}</p>
                  <Countdown until={until} />
                </div>
              )}
              <CallPrice call={call} currency={table.currency} />
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
