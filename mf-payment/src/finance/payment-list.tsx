import { useApiQuery } from '@awards/shared/client'
import { below, EmptyState, NARROW, QueryState, useMedia } from '@awards/shared/ui'
import { Button, Pagination, Checkbox, Input, Select, Table, type TableColumnsType } from 'antd'
import { WrongFilters } from '@awards/shared/list/filters'
import { useTranslation } from 'react-i18next'
import {
  Amount,
  PayerAndWork,
  PaymentState,
  RowLink,
  useAddressState,
  type FilterName,
  type Filters,
} from './finance-list.tsx'
import { type Input as InputOf, money, type PaymentRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useChannelName } from '../common/use-money.ts'
import styles from './payment-list.module.css'
import { CHANNELS, FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'

type PaymentFiltersProps = { filters: Filters; onChange: (values: Filters) => void }
type Option = { value: string; label: string }

/** What narrows the list; every choice is in the address. */
function PaymentFilters({ filters, onChange }: PaymentFiltersProps) {
  const { t } = useTranslation('books')
  const channelName = useChannelName()
  const size = useMedia(below('wide')) ? 'middle' : 'small'
  const select = (name: FilterName, options: Option[]) => (
    <Select
      size={size}
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
        size={size}
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
        CHANNELS.map((value) => ({ value, label: channelName(value) })),
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

/** The payments as a table, for screens with room. */
function PaymentTable({ rows }: { rows: PaymentRow[] }) {
  const { t } = useTranslation('books')
  const channelName = useChannelName()
  const format = useFormat()
  const columns: TableColumnsType<PaymentRow> = [
    { key: 'order', title: t('column.order'), render: (_, row) => <RowLink row={row} /> },
    { key: 'payer', title: t('column.payer'), render: (_, row) => <PayerAndWork row={row} /> },
    {
      key: 'channel',
      title: t('column.channel'),
      render: (_, row) => channelName(row.channel),
    },
    {
      key: 'day',
      title: t('column.day'),
      render: (_, row) => (
        <time dateTime={row.paid_at ?? row.created_at} className={styles.day}>
          {format.date(row.paid_at ?? row.created_at, 'short')}
        </time>
      ),
    },
    {
      key: 'invoice',
      title: t('column.invoice'),
      render: (_, row) => <span className={styles.number}>{row.invoice_no ?? '–'}</span>,
    },
    {
      key: 'amount',
      title: t('column.amount'),
      align: 'right',
      render: (_, row) => <Amount minor={row.amount} currency={row.currency} />,
    },
    {
      key: 'refunded',
      title: t('column.refunded'),
      align: 'right',
      render: (_, row) => (
        <Amount minor={row.refunded === 0 ? null : -row.refunded} currency={row.currency} />
      ),
    },
    { key: 'status', title: t('column.status'), render: (_, row) => <PaymentState row={row} /> },
  ]
  return (
    <Table<PaymentRow>
      className={styles.table ?? ''}
      rowKey="order_no"
      columns={columns}
      dataSource={rows}
      pagination={false}
      size="small"
    />
  )
}

/** The payments as cards, for a telephone. */
function PaymentCards({ rows }: { rows: PaymentRow[] }) {
  const channelName = useChannelName()
  const format = useFormat()
  return (
    <ul className={styles.cards} role="list">
      {rows.map((row) => (
        <li key={row.order_no} className={styles.card}>
          <div className={styles.head}>
            <PayerAndWork row={row} />
            <span className={styles.amount}>
              <Amount minor={row.amount} currency={row.currency} />
              {row.refunded > 0 && (
                <small className={styles.back}>
                  <Amount minor={-row.refunded} currency={row.currency} />
                </small>
              )}
            </span>
          </div>
          <p className={styles.facts}>
            <time dateTime={row.paid_at ?? row.created_at}>
              {format.date(row.paid_at ?? row.created_at, 'short')}
            </time>
            <span>{channelName(row.channel)}</span>
            {row.invoice_no && <span>{row.invoice_no}</span>}
          </p>
          <div className={styles.foot}>
            <PaymentState row={row} />
            <RowLink row={row} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const PAGE_SIZE = 20

/** The payments of the panel, newest first. */
export function PaymentList() {
  const { t } = useTranslation('books')
  const { filters, wrong, page, isFiltered, change, clear, clearFilters } = useAddressState()
  const query = useApiQuery(money.paymentList, {
    ...inputOf(filters),
    current: page,
    pageSize: PAGE_SIZE,
  })
  const Rows = useMedia(NARROW) ? PaymentCards : PaymentTable
  // While another page is on its way the rows of the last one stay.
  const shown = { ...query, currentData: query.data }
  return (
    <>
      <PaymentFilters filters={filters} onChange={change} />
      <WrongFilters namespace="books" names={wrong} onClear={clearFilters} />
      <QueryState query={shown}>
        {({ list, total }) =>
          list.length === 0 ? (
            <EmptyState
              title={t(isFiltered ? 'list.none' : 'list.nothing')}
              action={isFiltered && <Button onClick={clear}>{t('list.clear')}</Button>}
            >
              {t(isFiltered ? 'list.noneText' : 'list.nothingText')}
            </EmptyState>
          ) : (
            <div className={query.isFetching ? styles.stale : ''} aria-busy={query.isFetching}>
              <p className={styles.count} role="status">
                {t('list.count', { count: total })}
              </p>
              <Rows rows={list} />
              {total > PAGE_SIZE && (
                <Pagination
                  className={styles.pages ?? ''}
                  current={page}
                  pageSize={PAGE_SIZE}
                  total={total}
                  showSizeChanger={false}
                  onChange={(next) => change({ page: next })}
                />
              )}
            </div>
          )
        }
      </QueryState>
    </>
  )
}

/** The filters as the call takes them: as text, since they come from an address. */
const inputOf = (filters: object) => filters as InputOf<typeof money.paymentList>
