import { EmptyState, NARROW, QueryView, useMedia } from '@awards/shared/ui'
import { Button, Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAddress } from './use-address.ts'
import { useDeskPaymentsQuery } from './finance.api.ts'
import type { PaymentRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Amount } from './amount.tsx'
import { PayerAndWork, PaymentState, RowLink } from './row-parts.tsx'
import paymentCardsStyles from './payment-cards.module.css'
import { PaymentFilters } from './payment-filters.tsx'
import styles from './payment-list.module.css'
import { PaymentTable } from './payment-table.tsx'

/** The payments as cards, for a telephone. */
function PaymentCards({ rows }: { rows: PaymentRow[] }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  return (
    <ul className={paymentCardsStyles.cards} role="list">
      {rows.map((row) => (
        <li key={row.order_no} className={paymentCardsStyles.card}>
          <div className={paymentCardsStyles.head}>
            <PayerAndWork row={row} />
            <span className={paymentCardsStyles.amount}>
              <Amount minor={row.amount} currency={row.currency} />
              {row.refunded > 0 && (
                <small className={paymentCardsStyles.back}>
                  <Amount minor={-row.refunded} currency={row.currency} />
                </small>
              )}
            </span>
          </div>
          <p className={paymentCardsStyles.facts}>
            <time dateTime={row.paid_at ?? row.created_at}>
              {format.date(row.paid_at ?? row.created_at, 'short')}
            </time>
            <span>{t(`channel.${row.channel}`)}</span>
            {row.invoice_no && <span>{row.invoice_no}</span>}
          </p>
          <div className={paymentCardsStyles.foot}>
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
  const { filters, page, isFiltered, change, clear } = useAddress()
  const query = useDeskPaymentsQuery({ ...inputOf(filters), current: page, pageSize: PAGE_SIZE })
  const Rows = useMedia(NARROW) ? PaymentCards : PaymentTable
  // While another page is on its way the rows of the last one stay.
  const shown = { ...query, currentData: query.data }
  return (
    <>
      <PaymentFilters filters={filters} onChange={change} />
      <QueryView query={shown}>
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
      </QueryView>
    </>
  )
}

type Input = Parameters<typeof useDeskPaymentsQuery>[0]

/** The filters as the call takes them: as text, since they come from an address. */
const inputOf = (filters: object) => filters as Input & object
