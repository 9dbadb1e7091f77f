import { PageBeyond } from '@awards/shared/list/page-links'
import { EmptyState, QueryState } from '@awards/shared/ui'
import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import rowStyles from './rows.module.css'

type Paged<T> = { list: T[]; total: number; current: number; pageSize: number }
type PagedRowsProps<T> = {
  query: {
    data?: Paged<T> | undefined
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  label: string
  empty: { title: string; text: string }
  row: (one: T) => ReactNode
  onPage: (page: number) => void
}

/** A paged list of the desk; keeps the old rows until the next page arrives. */
export const PagedRows = <T,>({ query, label, empty, row, onPage }: PagedRowsProps<T>) => (
  <QueryState query={{ ...query, currentData: query.data }}>
    {({ list, total, current, pageSize }) =>
      list.length === 0 && total > 0 ? (
        <PageBeyond {...{ total, current, pageSize, onPage }} />
      ) : list.length === 0 ? (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      ) : (
        <>
          <ul
            className={`${rowStyles.rows} ${query.isFetching ? rowStyles.stale : ''}`}
            role="list"
            aria-label={label}
            aria-busy={query.isFetching}
          >
            {list.map(row)}
          </ul>
          {total > pageSize && (
            <Pagination
              className={rowStyles.pages ?? ''}
              current={current}
              pageSize={pageSize}
              total={total}
              showSizeChanger={false}
              onChange={onPage}
            />
          )}
        </>
      )
    }
  </QueryState>
)
