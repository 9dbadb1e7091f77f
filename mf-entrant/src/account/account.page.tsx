import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { LinkButton, Page, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { AccountBanner } from './account-banner.tsx'
import { AccountTabs } from './account-tabs.tsx'
import { AwardHistory, Awards, CurrentEntries, PastEntries } from './entry-lists.tsx'
import { Profile } from './profile.tsx'

const TABS = new Map([
  ['current', <CurrentEntries key="current" />],
  ['history', <PastEntries key="history" />],
  ['awards', <Awards key="awards" />],
  ['award-history', <AwardHistory key="award-history" />],
  ['profile', <Profile key="profile" />],
])

/** What an entrant has with the programme; the tab and the page of its list are in the address. */
export function Component() {
  const { t } = useTranslation('entrant')
  const user = useCurrentUser()
  const wanted = useSearchParams()[0].get('tab') ?? ''
  const current = TABS.has(wanted) ? wanted : 'current'
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
      <AccountBanner />
      <AccountTabs tabs={[...TABS.keys()]} current={current} />
      {TABS.get(current)}
    </Page>
  )
}
