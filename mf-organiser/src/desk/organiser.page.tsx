import { Desk, DeskMenu, Loader, PageHeader } from '@awards/shared/ui'
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountRight } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { useSearchParams } from 'react-router-dom'
import remote from '../../remote.json'

const [{ path: DESK }] = remote.routes as [(typeof remote.routes)[number]]

/** The views of the desk in the order of the bar, each with the right that opens it; a chunk each. */
const VIEWS = {
  admission: {
    right: 'admit',
    Part: lazy(() =>
      import('../admission/admission-view.tsx').then((m) => ({ default: m.AdmissionView })),
    ),
  },
  programme: {
    right: 'organise',
    Part: lazy(() =>
      import('../programme/programme-view.tsx').then((m) => ({ default: m.ProgrammeView })),
    ),
  },
  mails: {
    right: 'organise',
    Part: lazy(() => import('../mails/mails-view.tsx').then((m) => ({ default: m.MailsView }))),
  },
  people: {
    right: 'organise',
    Part: lazy(() => import('../people/people-view.tsx').then((m) => ({ default: m.PeopleView }))),
  },
  figures: {
    right: 'organise',
    Part: lazy(() =>
      import('../figures/figures-view.tsx').then((m) => ({ default: m.FiguresView })),
    ),
  },
  audit: {
    right: 'organise',
    Part: lazy(() => import('../audit/audit-view.tsx').then((m) => ({ default: m.AuditView }))),
  },
  team: {
    right: 'organise',
    Part: lazy(() => import('../team/team-view.tsx').then((m) => ({ default: m.TeamView }))),
  },
} as const satisfies Record<string, { right: AccountRight; Part: ComponentType }>
type ViewKey = keyof typeof VIEWS

/** The view of the address, or the first that the account may open; undefined where it may open none. */
function useDeskViews() {
  const { t } = useTranslation('organiser')
  const [search] = useSearchParams()
  const rights = useCurrentUser()?.rights ?? []
  const open = (Object.keys(VIEWS) as ViewKey[]).filter((key) => rights.includes(VIEWS[key].right))
  const view = open.find((key) => key === search.get('view')) ?? open[0]
  return {
    home: DESK,
    view,
    Part: view && VIEWS[view].Part,
    views: open.map((key, index) => ({
      key,
      label: t(`view.${key}`),
      to: index === 0 ? DESK : `${DESK}?view=${key}`,
    })),
  }
}

/** The organiser's desk: the bar, and the view of the address below it. */
export function Component() {
  const { t } = useTranslation('organiser')
  const { home, view, views, Part } = useDeskViews()
  if (!view || !Part) return null
  return (
    <Desk>
      <DeskMenu
        label={t('bar.label')}
        desk={{ name: t('desk'), to: home }}
        views={{ label: t('bar.views'), list: views, current: view }}
      />
      <PageHeader title={t(`heading.${view}`)} lead={t(`lead.${view}`)} />
      <Suspense fallback={<Loader />}>
        <Part />
      </Suspense>
    </Desk>
  )
}
