import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  usePublicCategoriesQuery,
  usePublicCountriesQuery,
  usePublicSectionsQuery,
  usePublicWinnersQuery,
} from '../public.api.ts'
import { useCountryName } from '../ui/use-country-name.ts'
import { FilterSelect } from './filter-select.tsx'
import styles from './winner-filters.module.css'
import type { WinnerFilterName, WinnerSearch } from './winner-search.ts'

type WinnerFiltersProps = {
  search: WinnerSearch
  setFilter: (name: WinnerFilterName, value: string | undefined) => void
}

/** As many works as one call gives: enough to see from which editions there are winners. */
const LATEST = { current: 1, pageSize: 100 }

/** What narrows the list of winners down, beside the award. */
export function WinnerFilters({ search, setFilter }: WinnerFiltersProps) {
  const { t } = useTranslation('public')
  const countryName = useCountryName()
  const { data: categories = [] } = usePublicCategoriesQuery()
  const { data: sections = [] } = usePublicSectionsQuery()
  const { data: countries = [] } = usePublicCountriesQuery()
  const { data: latest } = usePublicWinnersQuery(LATEST)
  const editions = new Map(latest?.list.map(({ edition }) => [edition.code, edition.name]))
  const select = (name: WinnerFilterName, options: { value: string; label: string }[]) => (
    <FilterSelect
      label={t(`winners.filter.${name}`)}
      value={search[name]}
      options={options}
      onChange={(value) => setFilter(name, value)}
    />
  )
  return (
    <div role="search" className={styles.filters} aria-label={t('winners.filters')}>
      <Input.Search
        key={search.keyword}
        className={styles.keyword}
        defaultValue={search.keyword}
        type="search"
        maxLength={80}
        aria-label={t('winners.filter.keyword')}
        placeholder={t('winners.filter.keyword')}
        onChange={({ target }) => target.value === '' && setFilter('keyword', undefined)}
        onSearch={(value) => setFilter('keyword', value.trim() || undefined)}
      />
      {select(
        'category',
        categories.flatMap(({ children }) =>
          children.map(({ code, name }) => ({ value: code, label: name })),
        ),
      )}
      {select(
        'section',
        sections.map(({ code, name }) => ({ value: code, label: name })),
      )}
      {select(
        'edition',
        [...editions].map(([value, label]) => ({ value, label })),
      )}
      {select(
        'country',
        countries
          .map(({ iso2 }) => ({ value: iso2, label: countryName(iso2) }))
          .sort((a, b) => a.label.localeCompare(b.label)),
      )}
    </div>
  )
}
