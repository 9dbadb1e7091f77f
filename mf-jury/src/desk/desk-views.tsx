import { paths } from '@awards/shared/paths'
import { ViewTabs } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Capability } from '@awards/shared/domain'
import { useCapability } from '../common/use-capability.ts'
import { lazy, type ComponentType } from 'react'

/** The views of the chair's desk, each with the capability it needs. */
const VIEWS = {
  table: undefined,
  board: undefined,
  agenda: undefined,
  work: undefined,
  conflicts: 'can_assign',
  sheets: 'can_assign',
  comments: 'can_publish',
  codes: undefined,
  results: undefined,
} as const satisfies Record<string, Capability | undefined>
type DeskView = keyof typeof VIEWS

/** The current view from the address, and the views that the chair may open. */
export function useDeskViews() {
  const [search] = useSearchParams()
  const can = useCapability()
  const views = (Object.keys(VIEWS) as DeskView[]).filter((view) => {
    const asked = VIEWS[view]
    return asked === undefined || can(asked)
  })
  return { views, view: views.find((view) => view === search.get('view')) ?? 'table' }
}

/** The views beside the table; each is a chunk, loaded when it is opened. */
export const DESK_VIEWS: Record<Exclude<DeskView, 'table'>, ComponentType> = {
  board: lazy(() => import('./ranking/ranking-view.tsx').then((m) => ({ default: m.RankingView }))),
  agenda: lazy(() =>
    import('../deliberation/agenda-view.tsx').then((m) => ({ default: m.AgendaView })),
  ),
  work: lazy(() =>
    import('./workload/workload-view.tsx').then((m) => ({ default: m.WorkloadView })),
  ),
  conflicts: lazy(() =>
    import('./members/conflicts-view.tsx').then((m) => ({ default: m.ConflictsView })),
  ),
  sheets: lazy(() =>
    import('./moderation/redactions-view.tsx').then((m) => ({ default: m.RedactionsView })),
  ),
  comments: lazy(() =>
    import('./moderation/comments-view.tsx').then((m) => ({ default: m.CommentsView })),
  ),
  codes: lazy(() => import('./members/codes-view.tsx').then((m) => ({ default: m.CodesView }))),
  results: lazy(() =>
    import('./results/results-view.tsx').then((m) => ({ default: m.ResultsView })),
  ),
}

type DeskTabsProps = { views: readonly DeskView[]; current: DeskView }

/** Tabs of the desk's views; they carry edition and category along. */
export function DeskTabs({ views, current }: DeskTabsProps) {
  const { t } = useTranslation('jurydesk')
  const [search] = useSearchParams()
  const kept = Object.fromEntries(
    ['edition_id', 'category_id'].map((name) => [name, search.get(name) ?? undefined]),
  )
  return (
    <ViewTabs
      label={t('view.label')}
      current={current}
      views={views.map((key) => ({
        key,
        label: t(`view.${key}`),
        to: paths.juryDesk({ view: key === 'table' ? undefined : key, ...kept }),
      }))}
    />
  )
}
