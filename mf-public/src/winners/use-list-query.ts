import { useLocation } from 'react-router-dom'
import { useIsLive } from '../ui/use-is-live.ts'

/** The query of the list that led to this page, which the browser remembers with the page. */
export function useListQuery(): string | undefined {
  const state: unknown = useLocation().state
  const isLive = useIsLive()
  if (!isLive || typeof state !== 'object' || state === null || !('list' in state)) return undefined
  return typeof state.list === 'string' && /^(\?|$)/.test(state.list) ? state.list : undefined
}
