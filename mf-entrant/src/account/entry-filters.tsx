import { entryStatusText, type EntryStatus } from '@awards/shared/domain'
import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './entry-list.module.css'
import { useListAddress } from './list-address.ts'

export type Edition = { id: string; name: string }
type EntryFiltersProps = {
  statuses: readonly number[]
  editions: readonly Edition[]
  total: number
  isFiltered: boolean
}

/** A list that the eye takes in at once needs no filters. */
const FEW = 6

/** Looks for entries by words, status and edition; what is wanted stands in the address. */
export function EntryFilters({ statuses, editions, total, isFiltered }: EntryFiltersProps) {
  const { t } = useTranslation('entrant')
  const { t: shared } = useTranslation('shared')
  const { wanted, change } = useListAddress()
  if (total <= FEW && !isFiltered) return null
  return (
    <div className={styles.filters} role="search">
      <Input.Search
        key={wanted.keyword}
        allowClear
        defaultValue={wanted.keyword}
        placeholder={t('account.filter.keyword')}
        aria-label={t('account.filter.keyword')}
        maxLength={80}
        onSearch={(q) => change({ q: q.trim() })}
      />
      {statuses.length > 0 && (
        <Select
          allowClear
          value={wanted.status ?? null}
          placeholder={t('account.filter.status')}
          aria-label={t('account.filter.status')}
          onChange={(status?: number | null) => change({ status: status?.toString() })}
          options={statuses.map((value) => ({
            value,
            label: shared(`status.entry.${entryStatusText(value as EntryStatus)}`),
          }))}
        />
      )}
      {editions.length > 1 && (
        <Select
          allowClear
          value={wanted.edition_id ?? null}
          placeholder={t('account.filter.edition')}
          aria-label={t('account.filter.edition')}
          onChange={(edition?: string | null) => change({ edition: edition ?? undefined })}
          options={editions.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <p className={styles.count} role="status">
        {t('account.filter.count', { count: total })}
      </p>
    </div>
  )
}
