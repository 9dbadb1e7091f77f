import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Countdown, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicFeesQuery } from '../public.api.ts'
import { ActionLink } from '../ui/action-link.tsx'
import { Answered } from '../ui/answered.tsx'
import { LocalDate } from '../ui/local-date.tsx'
import { callState } from './call-state.ts'
import styles from './call-strip.module.css'

type CallPriceProps = { call: ReturnType<typeof callState>; currency: string }

/** The lowest price of the period, and from when on it is higher. */
function CallPrice({ call, currency }: CallPriceProps) {
  const { t } = useTranslation('public')
  const { date, money } = useFormat()
  const { period, next, lowest, nextLowest } = call
  const amount = lowest ?? nextLowest
  if (amount === undefined) return null
  return (
    <div>
      <p className={styles.label}>
        {period ? t('call.period', { period: period.name }) : t('call.from')}
      </p>
      <p className={styles.price}>
        {t('call.price', { price: money({ amount_minor: amount, currency }) })}
      </p>
      {period && next && nextLowest !== undefined && (
        <p className={styles.note}>
          {t('call.nextPrice', {
            date: date(next.starts_at),
            price: money({ amount_minor: nextLowest, currency }),
          })}
        </p>
      )}
    </div>
  )
}

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
