import { Desk, Loader, PageHeader } from '@awards/shared/ui'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { AgreementGate } from '../common/agreement-gate.tsx'
import { useFilters } from '../common/use-filters.ts'
import { DeskTabs } from '../desk/desk-tabs.tsx'
import { PARTS } from '../desk/parts.ts'
import { useDeskViews } from '../desk/use-desk-views.ts'
import '../desk/register-texts.ts'
import { useJudgePhaseQuery } from '../jury.api.ts'
import { ChairPhase } from './chair-phase.tsx'
import { ChairTableView } from './chair-table-view.tsx'

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
  const { data: phases } = useJudgePhaseQuery({})
  const { view, views } = useDeskViews()
  const Part = view === 'table' ? ChairTableView : PARTS[view]
  return (
    <>
      <PageHeader
        eyebrow={t('chair.eyebrow')}
        title={view === 'table' ? t('chair.title') : t(`jurydesk:heading.${view}`)}
      />
      <ChairPhase phases={phases} editionId={filters.edition_id} />
      <DeskTabs views={views} current={view} />
      <Suspense fallback={<Loader />}>
        <Part />
      </Suspense>
    </>
  )
}
