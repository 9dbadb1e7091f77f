import { errorCode } from '@awards/shared/client'
import type { ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'
import { Loader } from './loader.tsx'
import styles from './query-state.module.css'

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
