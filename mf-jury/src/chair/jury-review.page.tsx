import { useApiQuery } from '@awards/shared/client'
import { Desk, Loader, PageHeader } from '@awards/shared/ui'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { AgreementGate } from '../common/agreement-gate.tsx'
import { useFilters } from '../common/use-filters.ts'
import { useDeskNav, useDeskViews, type DeskViewKey } from '../desk/desk-nav.ts'
import { useDeskActions } from '../frame/desk-actions.ts'
import { DeskFrame } from '../frame/desk-frame.tsx'
import { Toolbar } from '../common/toolbar.tsx'
import { CHAIR_KEYS } from '../frame/keys-dialog.tsx'
import styles from './jury-review.module.css'
import '../desk/register-texts.ts'
import { judge, type Output } from '@awards/shared/contract'
import { PHASES } from '@awards/shared/domain'
import { Button } from 'antd'
import { PhaseLine } from '../common/phase-line.tsx'
import { useCapability } from '../common/use-capability.ts'
import { PhaseDialog, PublishDialog } from './edition-dialogs.tsx'
import { ChairTableView } from './chair-table-view.tsx'

type ChairPhaseProps = {
  phases: Output<typeof judge.getPhase> | undefined
  editionId: string | undefined
}

/** The phase of the edition on screen, moving it by hand, and publishing the results. */
function ChairPhase({ phases, editionId }: ChairPhaseProps) {
  const { t } = useTranslation(['jury', 'juryframe'])
  const can = useCapability()
  const [open, setOpen] = useState<'phase' | 'publish'>()
  const current = editionId
    ? phases?.list.find(({ edition, is_current }) => edition.id === editionId && is_current)
    : phases?.current
  const mayPublish = can('can_publish') && current?.capabilities.can_publish === true
  useDeskActions([
    ...(can('can_publish') && current
      ? [{ key: 'phase', label: t('phase.change'), run: () => setOpen('phase') }]
      : []),
    ...(mayPublish
      ? [{ key: 'publish', label: t('publish.open'), run: () => setOpen('publish') }]
      : []),
  ])
  if (!phases) return <div className={styles.room} aria-hidden="true" />
  if (!current) return null
  const own = phases.list.filter(({ edition }) => edition.id === current.edition.id)
  const close = () => setOpen(undefined)
  return (
    <>
      <PhaseLine
        phase={current}
        actions={
          can('can_publish') && (
            <Toolbar label={t('phase.label')} className={styles.actions}>
              <Button size="small" onClick={() => setOpen('phase')}>
                {t('phase.change')}
              </Button>
              <Button
                size="small"
                type={current.phase === PHASES.published ? 'default' : 'primary'}
                disabled={!current.capabilities.can_publish}
                title={current.capabilities.can_publish ? '' : t('publish.later')}
                onClick={() => setOpen('publish')}
              >
                {t('publish.open')}
              </Button>
            </Toolbar>
          )
        }
      />
      <PhaseDialog isOpen={open === 'phase'} phases={own} current={current} onClose={close} />
      <PublishDialog isOpen={open === 'publish'} edition={current.edition} onClose={close} />
    </>
  )
}

/** The views beside the table; each is a chunk, loaded when it is opened. */
export const DESK_VIEWS: Record<Exclude<DeskViewKey, 'table'>, ComponentType> = {
  board: lazy(() =>
    import('../desk/ranking/ranking-view.tsx').then((m) => ({ default: m.RankingView })),
  ),
  agenda: lazy(() =>
    import('../deliberation/agenda-view.tsx').then((m) => ({ default: m.AgendaView })),
  ),
  work: lazy(() =>
    import('../desk/workload/workload-view.tsx').then((m) => ({ default: m.WorkloadView })),
  ),
  conflicts: lazy(() =>
    import('../desk/members/conflicts-view.tsx').then((m) => ({ default: m.ConflictsView })),
  ),
  sheets: lazy(() =>
    import('../desk/moderation/redactions-view.tsx').then((m) => ({ default: m.RedactionsView })),
  ),
  comments: lazy(() =>
    import('../desk/moderation/comments-view.tsx').then((m) => ({ default: m.CommentsView })),
  ),
  codes: lazy(() =>
    import('../desk/members/codes-view.tsx').then((m) => ({ default: m.CodesView })),
  ),
  results: lazy(() =>
    import('../desk/results/results-view.tsx').then((m) => ({ default: m.ResultsView })),
  ),
}

const PLACE = ['edition_id'] as const

/** The chair's desk: the table of entries first, and the other parts of running a jury beside it. */
export const Component = () => (
  <Desk>
    <AgreementGate>
      <ChairDesk />
    </AgreementGate>
  </Desk>
)

function ChairDesk() {
  const { t } = useTranslation(['jury', 'jurydesk'])
  const { filters } = useFilters(PLACE)
  const { data: phases } = useApiQuery(judge.getPhase)
  const { view } = useDeskViews()
  const Part = view === 'table' ? ChairTableView : DESK_VIEWS[view]
  return (
    <div className={view === 'table' ? styles.fill : undefined}>
      <DeskFrame views={useDeskNav()} current={view} keys={CHAIR_KEYS.list} />
      <div className={styles.head}>
        <PageHeader title={view === 'table' ? t('chair.title') : t(`jurydesk:heading.${view}`)} />
        <ChairPhase phases={phases} editionId={filters.edition_id} />
      </div>
      <Suspense fallback={<Loader />}>
        <Part />
      </Suspense>
    </div>
  )
}
