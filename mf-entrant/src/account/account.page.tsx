import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { LinkButton, Page, PageHeader, ViewTabs, Countdown, Loader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useContractsQuery, useRegistrationTimeQuery } from '../entrant.api.ts'
import styles from './account-banner.module.css'
import { useFormat } from '@awards/shared/i18n'
import { bannerState, type Registration } from './banner-state.ts'
import { lazy, Suspense, type ReactNode } from 'react'
import { AwardHistory, Awards, CurrentEntries, PastEntries } from './entry-lists.tsx'
import { NextSteps } from './next-steps.tsx'

/** The price periods of the call, one after the other. */
function BannerPeriods({ data }: { data: Registration }) {
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

type AccountBannerProps = {
  /** Without the list of periods, where something else is the matter of the page. */
  isBrief: boolean
}

/** The call for entries at a glance: period, price, time left on the server's clock. */
function AccountBanner({ isBrief }: AccountBannerProps) {
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

// What an entrant opens now and then comes when it is asked for.
const Profile = lazy(() => import('./profile/profile.tsx').then((m) => ({ default: m.Profile })))
const Invoices = lazy(() =>
  import('./invoices/invoices.tsx').then((m) => ({ default: m.Invoices })),
)
const Agency = lazy(() => import('./agency/agency.tsx').then((m) => ({ default: m.Agency })))
const Sessions = lazy(() =>
  import('./sessions/sessions.tsx').then((m) => ({ default: m.Sessions })),
)
const Privacy = lazy(() => import('./privacy/privacy.tsx').then((m) => ({ default: m.Privacy })))
const Withdrawal = lazy(() =>
  import('./withdrawal/withdrawal.tsx').then((m) => ({ default: m.Withdrawal })),
)

const SECTIONS = new Map<string, ReactNode>([
  ['current', <CurrentEntries key="current" />],
  ['history', <PastEntries key="history" />],
  ['awards', <Awards key="awards" />],
  ['award-history', <AwardHistory key="award-history" />],
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
const LISTS = ['current', 'history', 'awards', 'award-history']

/** What an entrant has with the programme; tab, page and filters are in the address. */
export function Component() {
  const { t } = useTranslation('entrant')
  const user = useCurrentUser()
  const wanted = useSearchParams()[0].get('tab') ?? ''
  const current = ACCOUNT_TABS.includes(wanted) ? wanted : 'current'
  const { data } = useContractsQuery()
  // A business has no right of withdrawal; for it the tab would say nothing.
  const isConsumer = data?.contracts.some(({ refusal }) => refusal !== 'business') ?? false
  const isAgency = user?.account_type === AGENCY
  const hidden = [...(isConsumer ? [] : ['withdrawal']), ...(isAgency ? [] : ['agency'])]
  const tabs = ACCOUNT_TABS.filter((tab) => !hidden.includes(tab) || tab === current)
  const isList = LISTS.includes(current)
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
      {isList && <AccountBanner isBrief={current !== 'current'} />}
      {isList && <NextSteps />}
      <ViewTabs
        label={t('account.eyebrow')}
        views={tabs.map((key) => ({
          key,
          label: t(`account.tab.${key}`),
          to: paths.account(key),
        }))}
        current={current}
      />
      <AccountSection name={current} />
    </Page>
  )
}
