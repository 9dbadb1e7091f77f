import { errorCode } from '@awards/shared/client'
import { ErrorPanel, Loader, Page, PageHeader, TextLink, usePageHead } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import styles from './answered.module.css'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'

type NotFoundProps = { title?: string; children?: ReactNode }

/** What a visitor sees at an address that leads to nothing public, with ways on. */
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

type AnsweredProps<T> = {
  query: Query<T>
  children: (data: T) => ReactNode
  /** How much room is kept while the answer is awaited. */
  room?: 'line' | 'block' | 'page'
  /** Stands in that room in place of the dots: what is to come, in outline. */
  outline?: ReactNode
  /** Shows the previous answer, faded, until the next one is there. */
  keepsPrevious?: boolean
  /** Stands in place of what does not exist; the general message by default. */
  missing?: ReactNode
  /** Stands in place of what the server refused as wrong input. */
  refused?: ReactNode
}

/** Shows the answer of a query, or that it is awaited, missing or failed. */
export function Answered<T>({
  query,
  children,
  room = 'block',
  outline,
  keepsPrevious = false,
  missing = <NotFound />,
  refused,
}: AnsweredProps<T>) {
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
    if (outline) return outline
    return (
      <div className={`${styles.room} ${styles[room]}`}>
        <Loader />
      </div>
    )
  }
  const code = errorCode(query.error)
  if (code === 404) return missing
  if (code === 422) return refused ?? missing
  return <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
}
