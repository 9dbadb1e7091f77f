import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from './visually-hidden.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { errorCode } from '@awards/shared/client'
import styles from './query-state.module.css'

/** Three pulsing dots in the middle, while a page loads (specification §2). */
export function Loader({ label }: { label?: string }) {
  const { t } = useTranslation('shared', { useSuspense: false })
  return (
    <div className={styles.loader} role="status" data-loader>
      <span className={styles.dot} />
      <span className={styles.dot} />
      <span className={styles.dot} />
      <VisuallyHidden>{label ?? t('loading')}</VisuallyHidden>
    </div>
  )
}

type ErrorPanelProps = {
  title?: ReactNode
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Further ways on, for instance a link home. */
  actions?: ReactNode
  /** Moves the focus to the panel when it replaces what the visitor was using. */
  takesFocus?: boolean
  /** It stands in place of the whole page, so its title is the page's heading. */
  isPage?: boolean
}

/** Stands where something could not be shown, and offers to try again. */
export function ErrorPanel({
  title,
  children,
  onRetry,
  retrying = false,
  actions,
  takesFocus = false,
  isPage = false,
}: ErrorPanelProps) {
  const { t } = useTranslation('shared')
  const Heading = isPage ? 'h1' : 'p'
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) panel.current?.focus()
  }, [takesFocus])
  return (
    <div className={styles.error} role="alert" tabIndex={-1} ref={panel}>
      <Heading className={styles.heading}>{title ?? t('error.title')}</Heading>
      <div className={styles.errorText}>{children ?? t('error.text')}</div>
      <div className={styles.errorActions}>
        {onRetry && (
          <Button type="primary" onClick={onRetry} loading={retrying}>
            {t('error.retry')}
          </Button>
        )}
        {actions}
      </div>
    </div>
  )
}

type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  /** What to do next: a button or a link. */
  action?: ReactNode
}

/** Stands where a list would be, and says what to do next. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    <span className={styles.rule} aria-hidden="true" />
    <p className={styles.heading}>{title}</p>
    {children && <div className={styles.emptyText}>{children}</div>}
    {action && <div className={styles.emptyAction}>{action}</div>}
  </div>
)

/**
 * True once every query has had its first answer, or failed, and from then on. What decides the height of a page waits for
 * all of them, so that nothing pushes down what is read already.
 */
export function useFirstAnswers(queries: readonly { isLoading: boolean }[]): boolean {
  const isDone = useRef(false)
  isDone.current ||= !queries.some(({ isLoading }) => isLoading)
  return isDone.current
}

type QueryStateProps<T> = {
  /** What a query hook answers. */
  query: {
    data?: T | undefined
    currentData?: T | undefined
    error?: unknown
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  children: (data: T) => ReactNode
  /** Height reserved while the query loads, so that the page below does not jump. */
  minHeight?: 'line' | 'block' | 'page'
  /** Replaces the loader while the query loads. */
  skeleton?: ReactNode
  /** Shows the previous answer, faded, while the next one loads. */
  keepsPrevious?: boolean
  /** Shown on 404 in place of the error panel. */
  missing?: ReactNode
  /** Shown on 422, when the server refuses the input; `missing` by default. */
  refused?: ReactNode
}

/** Shows the answer of a query, or its loading, missing or failed state; a failure offers another try. */
export function QueryState<T>({
  query,
  children,
  minHeight,
  skeleton,
  keepsPrevious = false,
  missing,
  refused = missing,
}: QueryStateProps<T>) {
  const answer = query.currentData ?? (keepsPrevious && !query.error ? query.data : undefined)
  if (answer !== undefined) {
    if (!keepsPrevious) return <>{children(answer)}</>
    const isOld = query.currentData === undefined
    return (
      <div className={isOld ? styles.old : styles.fresh} aria-busy={isOld}>
        {children(answer)}
      </div>
    )
  }
  if (!query.isError) {
    if (skeleton) return <>{skeleton}</>
    if (!minHeight) return <Loader />
    return (
      <div className={`${styles.loading} ${styles[minHeight]}`}>
        <Loader />
      </div>
    )
  }
  const code = errorCode(query.error)
  if (code === 404 && missing !== undefined) return <>{missing}</>
  if (code === 422 && refused !== undefined) return <>{refused}</>
  return <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
}
