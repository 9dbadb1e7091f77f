import { ENTRY_STATUS } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import {
  useAwardListQuery,
  useEntryListQuery,
  useHistoryAwardListQuery,
  useHistoryEntryListQuery,
} from '../entrant.api.ts'
import { EntryList } from './entry-list.tsx'
import { useListAddress } from './list-address.ts'
import type { EntryRow } from '@awards/shared/contract'
import type { Edition } from './entry-filters.tsx'

const ALL = { current: 1, pageSize: 100 }
type ListQuery = (input: typeof ALL) => { data?: { list: EntryRow[] } | undefined }

/** The editions in which a list has entries, the latest first. */
function useEditions(useList: ListQuery): Edition[] {
  const rows = useList(ALL).data?.list ?? []
  const editions = new Map(rows.map(({ edition }) => [edition.id, edition]))
  return [...editions.values()]
    .sort((a, b) => b.code.localeCompare(a.code))
    .map(({ id, name }) => ({ id, name }))
}

const S = ENTRY_STATUS
const RUNNING = [
  S.draft,
  S.submitted,
  S.registered,
  S.correction_requested,
  S.admitted,
  S.in_judging,
  S.awarded,
  S.not_awarded,
  S.withdrawn,
  S.disqualified,
]
const PAST = [S.awarded, S.not_awarded, S.withdrawn, S.disqualified]

/** Entries of the running edition. */
export function CurrentEntries() {
  const { t } = useTranslation('entrant')
  const { wanted } = useListAddress()
  return (
    <EntryList query={useEntryListQuery(wanted)} name="current" statuses={RUNNING}>
      <LinkButton type="primary" to={paths.steps()}>
        {t('account.enter')}
      </LinkButton>
    </EntryList>
  )
}

/** Entries of archived editions. */
export function PastEntries() {
  const { t } = useTranslation('entrant')
  const { wanted } = useListAddress()
  const editions = useEditions(useHistoryEntryListQuery)
  return (
    <EntryList
      query={useHistoryEntryListQuery(wanted)}
      name="history"
      statuses={PAST}
      editions={editions}
    >
      <LinkButton to={paths.account()}>{t('account.tab.current')}</LinkButton>
    </EntryList>
  )
}

/** Awards of the running edition. */
export function Awards() {
  const { t } = useTranslation('entrant')
  const { wanted } = useListAddress()
  return (
    <EntryList query={useAwardListQuery(wanted)} name="awards">
      <LinkButton to={paths.calendar}>{t('account.calendar')}</LinkButton>
    </EntryList>
  )
}

/** Awards of archived editions. */
export function AwardHistory() {
  const { t } = useTranslation('entrant')
  const { wanted } = useListAddress()
  const editions = useEditions(useHistoryAwardListQuery)
  return (
    <EntryList query={useHistoryAwardListQuery(wanted)} name="award-history" editions={editions}>
      <LinkButton to={paths.winners()}>{t('account.winners')}</LinkButton>
    </EntryList>
  )
}
