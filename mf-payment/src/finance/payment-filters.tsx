import { CHANNELS, FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'
import { Checkbox, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FilterName, Filters } from './filters.ts'
import styles from './payment-filters.module.css'

type PaymentFiltersProps = { filters: Filters; onChange: (values: Filters) => void }
type Option = { value: string; label: string }

/** What narrows the list; every choice is in the address. */
export function PaymentFilters({ filters, onChange }: PaymentFiltersProps) {
  const { t } = useTranslation('books')
  const select = (name: FilterName, options: Option[]) => (
    <Select
      className={styles.select ?? ''}
      aria-label={t(`filter.${name}`)}
      placeholder={t(`filter.${name}`)}
      value={filters[name] ?? null}
      options={options}
      allowClear={filters[name] !== undefined}
      popupMatchSelectWidth={false}
      onChange={(value: string | null) => onChange({ [name]: value ?? '' })}
    />
  )
  return (
    <div className={styles.filters} role="search" aria-label={t('filter.label')}>
      <Input.Search
        className={styles.search ?? ''}
        aria-label={t('filter.keyword')}
        placeholder={t('filter.keyword')}
        defaultValue={filters.keyword ?? ''}
        key={filters.keyword ?? ''}
        allowClear
        onSearch={(value) => onChange({ keyword: value.trim() })}
      />
      {select(
        'status',
        Object.entries(PAYMENT_STATUS).map(([name, value]) => ({
          value: String(value),
          label: t(`status.${name}`),
        })),
      )}
      {select(
        'channel',
        CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) })),
      )}
      {select(
        'fee_type',
        Object.entries(FEE_TYPE).map(([name, value]) => ({
          value: String(value),
          label: t(`fee.${name}`),
        })),
      )}
      <Checkbox
        className={styles.attention ?? ''}
        checked={filters.attention === '1'}
        onChange={(event) => onChange({ attention: event.target.checked ? '1' : '' })}
      >
        {t('filter.attention')}
      </Checkbox>
    </div>
  )
}
