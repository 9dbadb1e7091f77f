import type { ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'
import { Loader } from './loader.tsx'

type QueryViewProps<T> = {
  /** What a query hook answers. */
  query: {
    currentData?: T | undefined
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  children: (data: T) => ReactNode
}

/** Shows what a query answers; while it is on its way the dots, and after a failure a second try. */
export function QueryView<T>({ query, children }: QueryViewProps<T>) {
  if (query.currentData !== undefined) return <>{children(query.currentData)}</>
  if (!query.isError) return <Loader />
  return <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
}
