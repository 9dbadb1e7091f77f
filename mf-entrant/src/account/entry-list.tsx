import type { EntryRow } from '@awards/shared/contract'
import { EmptyState, QueryView } from '@awards/shared/ui'
import { Pagination } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { EntryCard } from './entry-card.tsx'
import styles from './entry-list.module.css'

type EntryPage = { list: EntryRow[]; total: number; current: number; pageSize: number }
type EntryListProps = {
  query: ComponentProps<typeof QueryView<EntryPage>>['query']
  /** Which of the lists this is; its texts are under this name. */
  name: string
  /** Leads on where the list is empty. */
  children: ReactNode
}

const PAGE_SIZE = 12

/** The page of the list that the address names. */
export function usePage() {
  const current = Number(useSearchParams()[0].get('page'))
  return { current: Number.isInteger(current) && current > 0 ? current : 1, pageSize: PAGE_SIZE }
}

/** Entries as cards, page by page. */
export function EntryList({ query, name, children }: EntryListProps) {
  const { t } = useTranslation('entrant')
  const [search, setSearch] = useSearchParams()
  return (
    <QueryView query={query}>
      {({ list, total, current, pageSize }) =>
        total === 0 ? (
          <EmptyState title={t(`empty.${name}.title`)} action={children}>
            {t(`empty.${name}.text`)}
          </EmptyState>
        ) : (
          <>
            <ul className={styles.list} role="list">
              {list.map((entry) => (
                <li key={entry.apply_order_id}>
                  <EntryCard entry={entry} />
                </li>
              ))}
            </ul>
            {total > pageSize && (
              <Pagination
                className={styles.pages ?? ''}
                align="center"
                current={current}
                pageSize={pageSize}
                total={total}
                showSizeChanger={false}
                onChange={(page) => {
                  const next = new URLSearchParams(search)
                  next.set('page', String(page))
                  setSearch(next)
                }}
              />
            )}
          </>
        )
      }
    </QueryView>
  )
}
