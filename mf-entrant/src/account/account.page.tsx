import { useApiQuery } from '@awards/shared/client'
import { entries, entriesAdded, type EntryRow, type Output } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import {
  Countdown,
  designedPart,
  LinkButton,
  Loader,
  Page,
  PageHeader,
  useFirstAnswers,
  ViewTabs,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router-dom'
import { lazy, Suspense, type ReactNode } from 'react'
import { Entries } from './entry-lists.tsx'
import { FIRST_PAGE, FORMER_TABS } from './list-address.ts'
import { useFormat } from '@awards/shared/i18n'
import { accountTasks, MOST_WORKS, nextPeriod, type AccountTask } from '@awards/shared/domain'
import bannerStyles from './account-banner.module.css'
import { NextButton, useNextValues } from '../common/next-action.tsx'
import stepStyles from './next-steps.module.css'

const ALL = { current: 1, pageSize: 100 }

/** What is to be done across all entries and awards; undefined until that is known. */
function useAccountTasks() {
  const first = useApiQuery(entries.entryList, FIRST_PAGE).data
  const isMore = first !== undefined && first.total > first.pageSize
  const all = useApiQuery(entries.entryList, ALL, { skip: !isMore }).data
  const awards = useApiQuery(entries.awardList, FIRST_PAGE).data
  const past = useApiQuery(entries.historyAwardList, FIRST_PAGE).data
  const running = isMore ? all : first
  if (!running || !awards || !past) return undefined
  const rows = [...running.list, ...awards.list, ...past.list]
  // An award of the running edition stands in both of its lists.
  const distinct = [...new Map(rows.map((row) => [row.apply_order_id, row])).values()]
  return { tasks: accountTasks(distinct), total: running.total }
}

/** One thing to do, until when, and the way to it. */
function NextStep({ task: { action, until, rows } }: { task: AccountTask<EntryRow> }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const valuesOf = useNextValues()
  const [first] = rows
  if (!first?.next) return null
  const title = first.title || t('untitled')
  // An order counts all that it pays for, also what is settled otherwise meanwhile.
  const count = first.next.order?.works ?? rows.length
  const local = until && format.localDate(until)
  return (
    <div className={stepStyles.step}>
      <div className={stepStyles.words}>
        <p className={stepStyles.what}>
          {t(`account.next.${action}`, { ...valuesOf(first.next), count, title })}
        </p>
        {until && (
          <p className={stepStyles.until}>
            {t('account.next.until', { date: format.date(until, 'datetime') })}
            {local && (
              <span className={stepStyles.local}>{t('banner.local', { date: local })}</span>
            )}
          </p>
        )}
      </div>
      {action === 'pay' && rows.length > 1 ? (
        <LinkButton
          type="primary"
          to={paths.payBasket(rows.slice(0, MOST_WORKS).map((row) => row.apply_order_id))}
        >
          {t('account.next.together', { count: Math.min(rows.length, MOST_WORKS) })}
        </LinkButton>
      ) : (
        <NextButton next={first.next} id={first.apply_order_id} title={title} />
      )}
    </div>
  )
}

const MOST_STEPS = 2

/** The one or two things that matter most across all entries, before the lists. */
export function NextSteps() {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const found = useAccountTasks()
  const { data } = useApiQuery(entries.registrationTime)
  if (!found || (found.tasks.length === 0 && found.total === 0)) return null
  return (
    <section className={stepStyles.next} aria-labelledby="next-steps">
      <h2 id="next-steps" className={stepStyles.heading}>
        {t('account.next.title')}
      </h2>
      {found.tasks.length === 0 && (
        <p className={stepStyles.quiet}>
          {data?.results_at
            ? t('account.next.waitUntil', { date: format.date(data.results_at) })
            : t('account.next.wait')}
        </p>
      )}
      <ul className={stepStyles.list} role="list">
        {found.tasks.slice(0, MOST_STEPS).map((task) => (
          <li key={`${task.action} ${task.rows[0]?.apply_order_id}`}>
            <NextStep task={task} />
          </li>
        ))}
      </ul>
    </section>
  )
}

// Opened more rarely than the list: they load with their tab, and antd with them.
const Profile = designedPart(() => import('./profile/profile.tsx').then((m) => m.Profile))
const Invoices = lazy(() =>
  import('./invoices/invoices.tsx').then((m) => ({ default: m.Invoices })),
)
const Studio = designedPart(() => import('../studio/studio.tsx').then((m) => m.Studio))
const Agency = lazy(() => import('./agency/agency.tsx').then((m) => ({ default: m.Agency })))
const Sessions = designedPart(() => import('./sessions/sessions.tsx').then((m) => m.Sessions))
const Privacy = designedPart(() => import('./privacy/privacy.tsx').then((m) => m.Privacy))
const Withdrawal = designedPart(() =>
  import('./withdrawal/withdrawal.tsx').then((m) => m.Withdrawal),
)

const SECTIONS = new Map<string, ReactNode>([
  ['current', <Entries key="current" />],
  ['studio', <Studio key="studio" />],
  ['agency', <Agency key="agency" />],
  ['profile', <Profile key="profile" />],
  ['invoices', <Invoices key="invoices" />],
  ['sessions', <Sessions key="sessions" />],
  ['privacy', <Privacy key="privacy" />],
  ['withdrawal', <Withdrawal key="withdrawal" />],
])

/** The parts of the account in their order. */
const ACCOUNT_TABS: readonly string[] = [...SECTIONS.keys()]

/** One part of the account. */
const AccountSection = ({ name }: { name: string }) => (
  <Suspense fallback={<Loader />}>{SECTIONS.get(name)}</Suspense>
)

/** The account type of those who enter works for others. */
const AGENCY = 4

/** What an entrant has with the programme; tab, page and filters are in the address. */
export function Component() {
  const { t } = useTranslation('entrant')
  const user = useCurrentUser()
  const wanted = useSearchParams()[0].get('tab') ?? ''
  const current = ACCOUNT_TABS.includes(wanted) ? wanted : 'current'
  const withdrawals = useApiQuery(entriesAdded.withdrawals)
  // A business has no right of withdrawal; for it the tab would say nothing.
  const isConsumer =
    withdrawals.data?.contracts.some(({ refusal }) => refusal !== 'business') ?? false
  const isAgency = user?.account_type === AGENCY
  const hidden = [...(isConsumer ? [] : ['withdrawal']), ...(isAgency ? [] : ['agency'])]
  const tabs = ACCOUNT_TABS.filter((tab) => !hidden.includes(tab) || tab === current)
  const isList = current === 'current'
  const skip = { skip: !isList }
  const isKnown = useFirstAnswers([
    withdrawals,
    useApiQuery(entries.entryList, FIRST_PAGE, skip),
    useApiQuery(entries.awardList, FIRST_PAGE, skip),
    useApiQuery(entries.historyAwardList, FIRST_PAGE, skip),
    useApiQuery(entries.historyEntryList, FIRST_PAGE, skip),
    useApiQuery(entries.registrationTime, {}, skip),
  ])
  const former = FORMER_TABS.get(wanted)
  if (former !== undefined) return <Navigate replace to={paths.account() + former} />
  return (
    <Page width="wide">
      <PageHeader
        eyebrow={t('account.eyebrow')}
        title={t('account.title', { name: user?.first_name || user?.display_name })}
        actions={
          <LinkButton type="primary" size="large" to={paths.steps()}>
            {t('account.enter')}
          </LinkButton>
        }
      />
      {!isKnown && <Loader />}
      {isKnown && isList && <NextSteps />}
      {isKnown && isList && <AccountBanner />}
      {isKnown && (
        <ViewTabs
          label={t('account.eyebrow')}
          views={tabs.map((key) => ({
            key,
            label: t(`account.tab.${key}`),
            to: paths.account(key),
          }))}
          current={current}
        />
      )}
      {isKnown && <AccountSection name={current} />}
    </Page>
  )
}

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
  // A call that was closed by hand has no such end before its date.
  if (new Date(data.closes_at) < now && now <= new Date(data.grace_ends_at)) {
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
  const local = here && (
    <span className={bannerStyles.local}>{t('banner.local', { date: here })}</span>
  )

  if (name === 'closed') {
    return (
      <p className={bannerStyles.text}>
        {until ? t('banner.next', { date }) : t('banner.nextUnknown')} {results}
        {local}
      </p>
    )
  }
  if (name !== 'open') {
    return (
      <p className={bannerStyles.text}>
        {t(name === 'grace' ? 'banner.graceText' : 'banner.from', { date })}
        {local}
      </p>
    )
  }
  return (
    <p className={bannerStyles.text}>
      {period?.from_price
        ? t('banner.price', { price: format.money(period.from_price), date })
        : t('banner.until', { date })}
      {local}
      {following?.from_price && (
        <span className={bannerStyles.following}>
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
function AccountBanner() {
  const { t } = useTranslation('entrant')
  const { data } = useApiQuery(entries.registrationTime)
  if (!data) return <div className={bannerStyles.banner} aria-hidden="true" />
  const state = bannerState(data)
  return (
    <section className={bannerStyles.banner} aria-label={data.edition.name}>
      <div className={bannerStyles.words}>
        <p className={bannerStyles.edition}>{data.edition.name}</p>
        <p className={bannerStyles.title}>
          {t(`banner.${state.name}`, { period: state.period?.name ?? '' })}
        </p>
        <BannerText data={data} state={state} />
      </div>
      {state.until && (
        <div className={bannerStyles.countdown}>
          <Countdown until={state.until} serverNow={data.server_now} />
        </div>
      )}
    </section>
  )
}
