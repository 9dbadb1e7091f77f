import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { Page, PageHeader } from '@awards/shared/ui'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { LinkButton } from '../common/link-button.tsx'
import { AccountBanner } from './account-banner.tsx'
import styles from './account.module.css'
import { AwardHistory, Awards, CurrentEntries, PastEntries } from './entry-lists.tsx'
import { Profile } from './profile.tsx'

const TABS = {
  current: CurrentEntries,
  history: PastEntries,
  awards: Awards,
  'award-history': AwardHistory,
  profile: Profile,
} as const

/** What an entrant has with the programme; the tab and the page of its list are in the address. */
export function Component() {
  const { t } = useTranslation('entrant')
  const user = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('tab') ?? 'current'
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
      <Tabs
        className={styles.tabs ?? ''}
        activeKey={wanted in TABS ? wanted : 'current'}
        onChange={(tab) => setSearch({ tab })}
        destroyOnHidden
        items={Object.entries(TABS).map(([key, Screen]) => ({
          key,
          label: t(`account.tab.${key}`),
          children: <Screen />,
        }))}
      />
    </Page>
  )
}
