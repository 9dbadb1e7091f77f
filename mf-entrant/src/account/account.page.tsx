import { useApiQuery } from '@awards/shared/client'
import { entriesAdded } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { LinkButton, Page, PageHeader, ViewTabs, Loader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router-dom'
import { AccountBanner } from './account-banner.tsx'
import { lazy, Suspense, type ReactNode } from 'react'
import { Entries } from './entry-lists.tsx'
import { FORMER_TABS } from './list-address.ts'
import { NextSteps } from './next-steps.tsx'

// Lazy: loads the rarely opened sections when their tab is opened.
const Profile = lazy(() => import('./profile/profile.tsx').then((m) => ({ default: m.Profile })))
const Invoices = lazy(() =>
  import('./invoices/invoices.tsx').then((m) => ({ default: m.Invoices })),
)
const Studio = lazy(() => import('../studio/studio.tsx').then((m) => ({ default: m.Studio })))
const Agency = lazy(() => import('./agency/agency.tsx').then((m) => ({ default: m.Agency })))
const Sessions = lazy(() =>
  import('./sessions/sessions.tsx').then((m) => ({ default: m.Sessions })),
)
const Privacy = lazy(() => import('./privacy/privacy.tsx').then((m) => ({ default: m.Privacy })))
const Withdrawal = lazy(() =>
  import('./withdrawal/withdrawal.tsx').then((m) => ({ default: m.Withdrawal })),
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
  const { data } = useApiQuery(entriesAdded.withdrawals)
  // A business has no right of withdrawal; for it the tab would say nothing.
  const isConsumer = data?.contracts.some(({ refusal }) => refusal !== 'business') ?? false
  const isAgency = user?.account_type === AGENCY
  const hidden = [...(isConsumer ? [] : ['withdrawal']), ...(isAgency ? [] : ['agency'])]
  const tabs = ACCOUNT_TABS.filter((tab) => !hidden.includes(tab) || tab === current)
  const isList = current === 'current'
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
      {isList && <NextSteps />}
      {isList && <AccountBanner />}
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
