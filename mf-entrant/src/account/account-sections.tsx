import { Loader } from '@awards/shared/ui'
import { lazy, Suspense, type ReactNode } from 'react'
import { AwardHistory, Awards, CurrentEntries, PastEntries } from './entry-lists.tsx'

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
export const ACCOUNT_TABS: readonly string[] = [...SECTIONS.keys()]

/** One part of the account. */
export const AccountSection = ({ name }: { name: string }) => (
  <Suspense fallback={<Loader />}>{SECTIONS.get(name)}</Suspense>
)
