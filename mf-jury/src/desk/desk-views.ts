import { lazy, type ComponentType } from 'react'
import type { DeskView } from './use-desk-views.ts'

/** The parts of the desk beside the table; each is loaded when it is opened. */
export const PARTS: Record<Exclude<DeskView, 'table'>, ComponentType> = {
  board: lazy(() => import('./ranking/ranking-view.tsx').then((m) => ({ default: m.BoardView }))),
  work: lazy(() => import('./workload/workload-view.tsx').then((m) => ({ default: m.WorkView }))),
  conflicts: lazy(() =>
    import('./members/conflicts-view.tsx').then((m) => ({ default: m.ConflictsView })),
  ),
  sheets: lazy(() =>
    import('./moderation/redactions-view.tsx').then((m) => ({ default: m.SheetsView })),
  ),
  comments: lazy(() =>
    import('./moderation/comments-view.tsx').then((m) => ({ default: m.CommentsView })),
  ),
  codes: lazy(() => import('./members/codes-view.tsx').then((m) => ({ default: m.CodesView }))),
  results: lazy(() =>
    import('./results/results-view.tsx').then((m) => ({ default: m.ResultsView })),
  ),
}
