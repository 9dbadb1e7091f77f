import type { EntryRow } from '@awards/shared/contract'
import type { Edition } from './entry-filters.tsx'

const ALL = { current: 1, pageSize: 100 }
type ListQuery = (input: typeof ALL) => { data?: { list: EntryRow[] } | undefined }

/** The editions in which a list has entries, the latest first. */
export function useEditions(useList: ListQuery): Edition[] {
  const rows = useList(ALL).data?.list ?? []
  const editions = new Map(rows.map(({ edition }) => [edition.id, edition]))
  return [...editions.values()]
    .sort((a, b) => b.code.localeCompare(a.code))
    .map(({ id, name }) => ({ id, name }))
}
