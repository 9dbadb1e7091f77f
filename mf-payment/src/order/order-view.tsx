import { api, errorCode, removeToken, useApiQuery } from '@awards/shared/client'
import { type PaymentOrder, payments } from '@awards/shared/contract'
import { CHANNEL_FACTS } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import {
  Button,
  ErrorPanel,
  LinkButton,
  Loader,
  PageHeader,
  SectionHeading,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { BankPanel } from './bank-panel.tsx'
import { CardPanel } from './card-panel.tsx'
import { useSyncExternalStore, useEffect, useEffectEvent } from 'react'
import styles from './order-view.module.css'
import { EndPanel, OrderDocuments } from './end-panel.tsx'
import { useFormat } from '@awards/shared/i18n'
import { useMoney } from '../common/use-money.ts'
import {
  accountPage,
  isEntryFee,
  isMoving,
  isOpen,
  isPaid,
  orderState,
  type OrderState,
  type PaidState,
} from './payment-order.ts'
import { CopyButton } from '../common/copy.tsx'
import { Note } from '../common/note.tsx'
import { BACK, OrderFacts } from './order-facts.tsx'
import { useSiteDispatch } from '@awards/shared/session'
import { useLocation, useNavigate } from 'react-router-dom'
import { useIsPast, useSiteTime } from '../common/site-clock.tsx'
import { startPolling } from './polling.ts'
import { WalletPanel } from './wallet-panel.tsx'

type OrderHeadProps = { order: PaymentOrder; state: OrderState; isConfirming: boolean }

type Words = { title: string | string[]; lead: string | string[] }

/** Text keys for the head of an order; an open order has its channel's words, else those of the payer's next step. */
function wordsOf({ order, state, isConfirming }: OrderHeadProps): Words {
  if (order.is_part && isOpen(state)) return { title: 'part.open.title', lead: 'part.open.lead' }
  if (state === 'waiting' || state === 'expired') {
    const moment = isConfirming && state === 'waiting' ? 'confirming' : state
    const { action } = CHANNEL_FACTS[order.channel]
    const keys = (part: string) => [
      `open.${order.channel}.${moment}.${part}`,
      `open.${action}.${moment}.${part}`,
    ]
    return { title: keys('title'), lead: keys('lead') }
  }
  if (isPaid(state)) {
    const what = order.lines ? 'basket' : isEntryFee(order) ? 'entry' : 'package'
    return {
      title: state === 'paid_late' ? 'state.paid.title' : `state.${state}.title`,
      lead: state === 'refunded_partly' ? 'state.refunded_partly.lead' : `state.paid.${what}`,
    }
  }
  return { title: `state.${state}.title`, lead: `state.${state}.lead` }
}

/**
 * The head of an order: a live region that stays mounted, so that a screen reader announces a new state; the
 * document title shows it in a background tab.
 */
function OrderHead(props: OrderHeadProps) {
  const { order } = props
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(order.currency)
  const words = wordsOf(props)
  const values = {
    amount: money(order.amount),
    refunded: money(order.refunded ?? 0),
    date: format.date(order.awaited_until ?? order.expires_at),
    title: order.title,
    count: order.lines?.filter(({ status }) => !BACK[status]).length ?? 1,
  }
  const title = t(words.title, values)
  return (
    <div role="status">
      {isPaid(props.state) && <div className={styles.mark} aria-hidden="true" />}
      <PageHeader
        eyebrow={order.lines ? t('order.entries', { count: order.lines.length }) : order.entry_no}
        title={title}
        lead={t(words.lead, values)}
        documentTitle={title}
      />
    </div>
  )
}

/** What happened to an order: what, when, by whom, and under which number it can be found again. */
function OrderTimeline({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation('payment')
  if (!order.timeline?.length) return null
  return (
    <section className={styles.timeline}>
      <SectionHeading size="small">{t('timeline.title')}</SectionHeading>
      <ol className={styles.list}>
        {order.timeline.map((event, index) => (
          <li key={index} className={styles.event}>
            <TimelineEvent event={event} currency={order.currency} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type Event = NonNullable<PaymentOrder['timeline']>[number]

function TimelineEvent({ event, currency }: { event: Event; currency: string }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(currency)
  const { moment, at, by, amount_minor, reference } = event
  const what = t(`timeline.moment.${moment}`)
  return (
    <>
      <p className={styles.what}>
        <span>{what}</span>
        {amount_minor !== null && <span className={styles.amount}>{money(amount_minor)}</span>}
        <span className={styles.facts}>
          <time dateTime={at}>{format.date(at, 'datetime')}</time>
          {/* What the payer or the site did needs no name. */}
          {(by === 'provider' || by === 'organiser') && (
            <>
              {' · '}
              <span>{t(`timeline.by.${by}`)}</span>
            </>
          )}
        </span>
      </p>
      {reference && (
        <p className={styles.reference}>
          <code>{reference}</code>
          <CopyButton label={t('timeline.reference', { what })} text={reference} />
        </p>
      )}
    </>
  )
}

/** What happens after the payment, with the dates as far as they are known. */
function NextSteps({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { data } = useSiteTime()
  const day = (moment: string | null | undefined) => (moment ? format.date(moment) : undefined)
  const steps = isEntryFee(order)
    ? [
        { what: t('next.check', { count: order.lines?.length ?? 1 }), when: undefined },
        { what: t('next.judging'), when: day(data?.judging.starts_at) },
        { what: t('next.results'), when: day(data?.results_at) },
      ]
    : [{ what: t('next.package'), when: undefined }]
  return (
    <section>
      <SectionHeading size="small">{t('next.title')}</SectionHeading>
      <ol className={styles.steps}>
        {steps.map(({ what, when }) => (
          <li key={what}>
            {what}
            {when && <span className={styles.when}>{when}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What was paid, the papers about it, and what comes next. */
function PaidPanel({ order, state }: { order: PaymentOrder; state: PaidState }) {
  const { t } = useTranslation('payment')
  return (
    <>
      <div className={styles.columns}>
        <div>
          <OrderFacts order={order} />
          {state === 'paid_late' && <p className={styles.paidNote}>{t('state.paid.late')}</p>}
          <div className={styles.actions}>
            <LinkButton type="primary" size="large" to={accountPage(order)}>
              {t('account')}
            </LinkButton>
            <OrderDocuments order={order} />
          </div>
        </div>
        <NextSteps order={order} />
      </div>
    </>
  )
}

function onNetwork(change: () => void) {
  window.addEventListener('online', change)
  window.addEventListener('offline', change)
  return () => {
    window.removeEventListener('online', change)
    window.removeEventListener('offline', change)
  }
}

type ConnectionNoteProps = { isLost: boolean; isAsking: boolean; onRetry: () => void }

/** Says that the page hears nothing any more, and that no payment is lost by it. */
function ConnectionNote({ isLost, isAsking, onRetry }: ConnectionNoteProps) {
  const { t } = useTranslation('payment')
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine)
  return (
    <div role="status">
      {(isLost || !isOnline) && (
        <div className={styles.note}>
          <Note tone="warning" title={t('connection.title')}>
            <p>{t('connection.text')}</p>
            <Button size="small" loading={isAsking} onClick={onRetry}>
              {t('connection.retry')}
            </Button>
          </Note>
        </div>
      )}
    </div>
  )
}

/** An order with its state, asked for as long as something may still happen to it. */
function useOrder(order_no: string) {
  const dispatch = useSiteDispatch()
  const query = useApiQuery(payments.queryOrder, { order_no }, { refetchOnMountOrArgChange: true })
  const order = query.currentData
  const isPast = useIsPast(order?.expires_at)
  const state = order && orderState(order, isPast)
  const action = order?.action
  const eager = action?.type === 'qrcode' ? action.poll_ms : undefined
  const failure = query.isError ? errorCode(query.error) : undefined
  // Before the first answer only a broken line is tried again; a refusal is final.
  const isAsked = order && state ? isMoving(order, state) : query.isError && failure === undefined
  const ask = useEffectEvent(() => query.refetch())
  const isSettled = state !== undefined && isPaid(state)

  useEffect(() => {
    if (isAsked) return startPolling({ ask: () => ask(), eager })
  }, [isAsked, eager])
  useEffect(() => {
    // What the account shows has changed with the order.
    if (isSettled) dispatch(api.util.invalidateTags(['entry', 'award', 'payment', 'invoice']))
  }, [isSettled, dispatch])
  useSignInAgain(failure === 401)

  return { query, order, state }
}

/** A session that ended while the page waited is begun again, and leads back here. */
function useSignInAgain(isSignedOut: boolean) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!isSignedOut) return
    removeToken()
    navigate(paths.login(pathname + search), { replace: true })
  }, [isSignedOut, navigate, pathname, search])
}

/** Stands where a payment was asked for that this account does not have. */
export function NoPayment() {
  const { t } = useTranslation('payment')
  return (
    <PageHeader
      title={t('none.title')}
      lead={t('none.text')}
      actions={<LinkButton to={paths.account()}>{t('account')}</LinkButton>}
    />
  )
}

const MISSING: readonly (number | undefined)[] = [404, 422]

type OrderViewProps = {
  orderNo: string
  /** True for somebody who comes back from the page where the card was taken. */
  isReturn: boolean
}

/** One order from the code to the receipt. */
export function OrderView({ orderNo, isReturn }: OrderViewProps) {
  const { query, order, state } = useOrder(orderNo)
  if (order && state) {
    const isConfirming = isReturn && CHANNEL_FACTS[order.channel].action === 'redirect'
    return (
      <>
        <ConnectionNote
          isLost={query.isError}
          isAsking={query.isFetching}
          onRetry={() => void query.refetch()}
        />
        <OrderHead order={order} state={state} isConfirming={isConfirming} />
        <Panel order={order} state={state} isConfirming={isConfirming} />
        <OrderTimeline order={order} />
      </>
    )
  }
  if (!query.isError) return <Loader />
  // A number that no order can have is refused with 422.
  if (MISSING.includes(errorCode(query.error))) return <NoPayment />
  return <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
}

/** The own entries of a payment that is also for entries of others; a member who sees all of them manages it. */
function PartPanel({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation('payment')
  return (
    <>
      <OrderFacts order={order} />
      <p className={styles.paidNote}>{t('part.note')}</p>
      <div className={styles.actions}>
        <LinkButton type="primary" size="large" to={accountPage(order)}>
          {t('account')}
        </LinkButton>
      </div>
    </>
  )
}

type PanelProps = { order: PaymentOrder; state: OrderState; isConfirming: boolean }

function Panel({ order, state, isConfirming }: PanelProps) {
  if (order.is_part) return <PartPanel order={order} />
  if (isPaid(state)) return <PaidPanel order={order} state={state} />
  if (!isOpen(state) || state === 'closing' || state === 'processing') {
    return <EndPanel order={order} state={state} />
  }
  const { action } = CHANNEL_FACTS[order.channel]
  if (action === 'bank') return <BankPanel order={order} />
  if (action === 'redirect') {
    return <CardPanel order={order} state={state} isConfirming={isConfirming} />
  }
  return <WalletPanel order={order} state={state} />
}
