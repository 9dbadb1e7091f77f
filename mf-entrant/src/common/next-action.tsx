import { useApiQuery } from '@awards/shared/client'
import { entries, type EntryRow, type Next } from '@awards/shared/contract'
import { awaitedStage } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

const PAGES: Record<Next['action'], (id: string) => string> = {
  correct: (id) => paths.steps({ id }),
  hand_in: (id) => paths.steps({ id }),
  accept_award: (id) => paths.awardSteps(id),
  choose_package: (id) => paths.awardSteps(id, 3),
  pay_package: (id) => paths.awardSteps(id, 3),
  pay: paths.pay,
  transfer: paths.pay,
  await_payment: paths.pay,
}

/** Where the next thing is done: an open order has its account, reference and state on its own page. */
const addressOf = ({ action, order }: Next, id: string): string =>
  order ? paths.payResult(order.order_no) : PAGES[action](id)

/** Values of the texts about what is next. */
export function useNextValues() {
  const format = useFormat()
  return ({ order, until }: Next) => ({
    amount: order ? format.money({ amount_minor: order.amount, currency: order.currency }) : '',
    date: until ? format.date(until) : '',
    count: order?.works ?? 1,
  })
}

type NextButtonProps = { next: Next; id: string; title: string; size?: 'large'; block?: boolean }

/** The one next thing of an entry, one press away: account, row, step 6 and receipt all show this. */
export function NextButton({ next, id, title, ...look }: NextButtonProps) {
  const { t } = useTranslation('entrant')
  const values = useNextValues()(next)
  const label = t(`next.do.${next.action}`, values)
  return (
    <LinkButton
      {...look}
      type={next.action === 'await_payment' ? 'default' : 'primary'}
      to={addressOf(next, id)}
      aria-label={t('action.of', { action: label, title })}
    >
      {label}
    </LinkButton>
  )
}

/** What the payer's bank is doing, where nobody has to do anything. */
export function AwaitNote({ next }: { next: Next | null | undefined }) {
  const { t } = useTranslation('entrant')
  const valuesOf = useNextValues()
  if (next?.action !== 'await_payment') return null
  return <>{t('next.awaited', valuesOf(next))}</>
}

/**
 * What an entry waits for, and until when by the calendar; that is known for the running edition alone.
 * Undefined where nothing is awaited.
 */
export function useAwaited({ entry_status, edition }: Pick<EntryRow, 'entry_status' | 'edition'>) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { data } = useApiQuery(entries.registrationTime)
  const stage = awaitedStage(entry_status)
  if (!stage || !data) return undefined
  const { check, judging, results_at } = data
  const moments = { formal_check: check?.ends_at, judging: judging.starts_at, results: results_at }
  const moment = data.edition.id === edition.id ? moments[stage] : undefined
  return moment
    ? t(`card.awaited.${stage}`, { date: format.date(moment) })
    : t(`card.awaitedUndated.${stage}`)
}
