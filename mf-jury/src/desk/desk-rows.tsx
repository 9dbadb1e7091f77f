import { PageBeyond } from '@awards/shared/list/page-links'
import { EmptyState, QueryState } from '@awards/shared/ui'
import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import rowStyles from './rows.module.css'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import linkStyles from './entry-link.module.css'

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

type MentionProps = {
  entry: {
    apply_order_id: string
    title: string
    entry_no: string
    judging_no: string
    category?: { name: string }
  }
}

/** An entry in a list of the desk: its title leads to its page, its numbers stand below. */
export function EntryLink({ entry }: MentionProps) {
  const { t } = useTranslation('jury')
  return (
    <span className={linkStyles.mention}>
      <Link className={linkStyles.title} to={paths.juryReviewDetails(entry.apply_order_id)}>
        {entry.title || t('untitled')}
      </Link>
      <small className={linkStyles.numbers}>
        #{entry.judging_no.replace(/^#/, '')} · {entry.entry_no}
        {entry.category && ` · ${entry.category.name}`}
      </small>
    </span>
  )
}
