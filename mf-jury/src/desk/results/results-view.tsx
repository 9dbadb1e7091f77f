import { useTranslation } from 'react-i18next'
import { useCapability } from '../../common/use-capability.ts'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '../../common/wrong-filters.tsx'
import { DeskBar } from '../common/desk-bar.tsx'
import { usePlace } from '../common/use-place.ts'
import { PhaseTimeline } from './phase-timeline.tsx'
import { PublicationPreview } from './publication-preview.tsx'
import styles from './results-view.module.css'
import { Snapshots } from './snapshots.tsx'

const NAMES = ['edition_id'] as const

/** From votes to results: the phases, the frozen figures, and what publication will do. */
export function ResultsView() {
  const { t } = useTranslation('jurydesk')
  const can = useCapability()
  const { wrong, change, clear } = useFilters(NAMES)
  const { editionId, phases, phase } = usePlace()
  return (
    <>
      <DeskBar onChange={change} />
      <WrongFilters names={wrong} onClear={clear} />
      <div className={styles.parts}>
        <PhaseTimeline phases={phases} />
        {editionId && <Snapshots editionId={editionId} />}
        {editionId && can('can_publish') && (
          <PublicationPreview
            key={editionId}
            editionId={editionId}
            mayPublish={phase?.capabilities.can_publish ?? false}
          />
        )}
      </div>
      {!can('can_publish') && <p className={styles.note}>{t('results.notYours')}</p>}
    </>
  )
}
