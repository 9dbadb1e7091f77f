import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Capability } from '@awards/shared/domain'
import { tablePlace } from '../chair/table/table-memory.ts'
import { useCapability } from '../common/use-capability.ts'

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
export type DeskViewKey = keyof typeof VIEWS

/** The current view from the address, and the views that the chair may open. */
export function useDeskViews() {
  const [search] = useSearchParams()
  const can = useCapability()
  const views = (Object.keys(VIEWS) as DeskViewKey[]).filter((view) => {
    const asked = VIEWS[view]
    return asked === undefined || can(asked)
  })
  return { views, view: views.find((view) => view === search.get('view')) ?? 'table' }
}

/** The views for the bar of the desk. They carry edition and category along; the table is found as it was left. */
export function useDeskNav() {
  const { t } = useTranslation('jurydesk')
  const [search] = useSearchParams()
  const { views } = useDeskViews()
  const kept = Object.fromEntries(
    ['edition_id', 'category_id'].map((name) => [name, search.get(name) ?? undefined]),
  )
  return views.map((key) => ({
    key,
    label: t(`view.${key}`),
    to: key === 'table' ? tableAddress(kept) : paths.juryDesk({ view: key, ...kept }),
  }))
}

/** The table as it was left, with what was chosen since. */
function tableAddress(chosen: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams(tablePlace.address().search)
  for (const [name, value] of Object.entries(chosen)) if (value) search.set(name, value)
  return paths.juryDesk(Object.fromEntries(search))
}
