import { errorCode } from '@awards/shared/client'
import { ErrorPanel, Loader, Page, PageHeader, TextLink, usePageHead } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import styles from './query-state.module.css'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'

type NotFoundProps = { title?: string; children?: ReactNode }

/** The 404 page, with links to the main pages; answers with status 404 on the server. */
export function NotFound({ title, children }: NotFoundProps) {
  const { t } = useTranslation('public')
  const heading = title ?? t('notFound.title')
  usePageHead({ title: heading, status: 404, index: false })
  return (
    <Page>
      <PageHeader
        size="display"
        eyebrow={t('notFound.eyebrow')}
        title={heading}
        lead={children ?? t('notFound.text')}
      />
      <p className={styles.links}>
        <TextLink to={paths.winners()}>{t('nav.winners')}</TextLink>
        <TextLink to={paths.categories}>{t('nav.categories')}</TextLink>
        <TextLink to={paths.home}>{t('nav.home')}</TextLink>
      </p>
    </Page>
  )
}

type Query<T> = {
  data?: T
  currentData?: T
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

type QueryStateProps<T> = {
  query: Query<T>
  children: (data: T) => ReactNode
  /** Height reserved while the query loads, so that the page below does not jump. */
  minHeight?: 'line' | 'block' | 'page'
  /** Replaces the loader while the query loads. */
  skeleton?: ReactNode
  /** Shows the previous answer, faded, while the next one loads. */
  keepsPrevious?: boolean
  /** Shown on 404; the general message by default. */
  missing?: ReactNode
  /** Shown on 422, when the server refuses the input; `missing` by default. */
  refused?: ReactNode
}

/** Shows the answer of a query, or its loading, missing or failed state. */
export function QueryState<T>({
  query,
  children,
  minHeight = 'block',
  skeleton,
  keepsPrevious = false,
  missing = <NotFound />,
  refused,
}: QueryStateProps<T>) {
  const answer = query.currentData ?? (keepsPrevious && !query.error ? query.data : undefined)
  if (answer !== undefined) {
    const isOld = query.currentData === undefined
    if (!keepsPrevious) return children(answer)
    return (
      <div className={isOld ? styles.old : styles.fresh} aria-busy={isOld}>
        {children(answer)}
      </div>
    )
  }
  if (query.isFetching || !query.error) {
    if (skeleton) return skeleton
    return (
      <div className={`${styles.loading} ${styles[minHeight]}`}>
        <Loader />
      </div>
    )
  }
  const code = errorCode(query.error)
  if (code === 404) return missing
  if (code === 422) return refused ?? missing
  return <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
}
