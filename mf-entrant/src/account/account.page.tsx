import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { LinkButton, Page, PageHeader, ViewTabs } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useContractsQuery } from '../entrant.api.ts'
import { AccountBanner } from './account-banner.tsx'
import { ACCOUNT_TABS, AccountSection } from './account-sections.tsx'
import { NextSteps } from './next-steps.tsx'

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
