import { useApiQuery } from '@awards/shared/client'
import { type OutputOf, publicationAdded } from '@awards/shared/calls'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Countdown, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { ActionLink } from '../ui/links.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { LocalDate } from '../ui/local-date.tsx'
import styles from './call-strip.module.css'

type FeeTable = OutputOf<typeof publicationAdded.feeTable>

const lowestOf = (table: FeeTable, period: string | undefined) => {
  const prices = table.prices
    .filter((price) => price.kind === 'first' && price.period === period)
    .map(({ amount_minor }) => amount_minor)
  return prices.length > 0 ? Math.min(...prices) : undefined
}

/**
 * Where the call stood when the server answered: not yet open, open with its current period and the
 * lowest price of this period and the next, closed, or closed by hand before its date.
 */
export function callState(table: FeeTable, answeredAt: number) {
  const periods = [...table.periods].sort((a, b) => a.starts_at.localeCompare(b.starts_at))
  const index = periods.findIndex(({ code }) => code === table.current_period)
  const period = periods[index]
  const next = period
    ? periods[index + 1]
    : periods.find(({ starts_at }) => Date.parse(starts_at) > answeredAt)
  const dated = period ? ('open' as const) : next ? ('before' as const) : ('closed' as const)
  const state = period && table.is_open === false ? ('closedEarly' as const) : dated
  return {
    state,
    period,
    next,
    closes_at: periods.at(-1)?.ends_at,
    lowest: lowestOf(table, period?.code),
    nextLowest: lowestOf(table, next?.code),
  }
}

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

/** State of the call: its deadline, the current lowest price and the next one. */
export function CallStrip() {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const fees = useApiQuery(publicationAdded.feeTable)
  return (
    <section aria-labelledby="call-title">
      <QueryState query={fees} minHeight="line" missing={null}>
        {(table) => {
          const call = callState(table, fees.fulfilledTimeStamp ?? 0)
          const { state, next, closes_at } = call
          const until = state === 'before' ? next?.starts_at : closes_at
          if (!until) return null
          const isClosed = state === 'closed' || state === 'closedEarly'
          return (
            <div className={styles.inner}>
              <div>
                <p className={styles.label}>{table.edition.name}</p>
                <h2 id="call-title" className={styles.title}>
                  {t(`call.title.${state}`, { date: date(until) })}
                </h2>
                <p className={styles.note}>{!isClosed && <LocalDate moment={until} />}</p>
              </div>
              {!isClosed && (
                <div>
                  <p className={styles.label}>{t(`call.until.${state}`)}</p>
                  <Countdown until={until} />
                </div>
              )}
              {!isClosed && <CallPrice call={call} currency={table.currency} />}
              <p className={styles.actions}>
                {state === 'open' && <ActionLink to={paths.steps()}>{t('call.enter')}</ActionLink>}
                <TextLink to={paths.fees}>{t('call.fees')}</TextLink>
              </p>
            </div>
          )
        }}
      </QueryState>
    </section>
  )
}
