import type { Capability } from '@awards/shared/domain'
import { useSearchParams } from 'react-router-dom'
import { useCapability } from '../common/use-capability.ts'

/** The parts of the chair's desk, and what each of them asks for. */
const VIEWS = {
  table: undefined,
  board: undefined,
  work: undefined,
  conflicts: 'can_assign',
  sheets: 'can_assign',
  comments: 'can_publish',
  codes: undefined,
  results: undefined,
} as const satisfies Record<string, Capability | undefined>
export type DeskView = keyof typeof VIEWS

/** The part that the address names, and those that the chair may open. */
export function useDeskViews() {
  const [search] = useSearchParams()
  const can = useCapability()
  const views = (Object.keys(VIEWS) as DeskView[]).filter((view) => {
    const asked = VIEWS[view]
    return asked === undefined || can(asked)
  })
  return { views, view: views.find((view) => view === search.get('view')) ?? 'table' }
}
