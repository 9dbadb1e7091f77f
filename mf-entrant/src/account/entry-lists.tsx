import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import {
  useAwardListQuery,
  useEntryListQuery,
  useHistoryAwardListQuery,
  useHistoryEntryListQuery,
} from '../entrant.api.ts'
import { EntryList, usePage } from './entry-list.tsx'

/** Entries of the running edition. */
export function CurrentEntries() {
  const { t } = useTranslation('entrant')
  return (
    <EntryList query={useEntryListQuery(usePage())} name="current">
      <LinkButton type="primary" to={paths.steps()}>
        {t('account.enter')}
      </LinkButton>
    </EntryList>
  )
}

/** Entries of archived editions. */
export function PastEntries() {
  const { t } = useTranslation('entrant')
  return (
    <EntryList query={useHistoryEntryListQuery(usePage())} name="history">
      <LinkButton to={paths.account()}>{t('account.tab.current')}</LinkButton>
    </EntryList>
  )
}

/** Awards of the running edition. */
export function Awards() {
  const { t } = useTranslation('entrant')
  return (
    <EntryList query={useAwardListQuery(usePage())} name="awards">
      <LinkButton to={paths.calendar}>{t('account.calendar')}</LinkButton>
    </EntryList>
  )
}

/** Awards of archived editions. */
export function AwardHistory() {
  const { t } = useTranslation('entrant')
  return (
    <EntryList query={useHistoryAwardListQuery(usePage())} name="award-history">
      <LinkButton to={paths.winners()}>{t('account.winners')}</LinkButton>
    </EntryList>
  )
}
