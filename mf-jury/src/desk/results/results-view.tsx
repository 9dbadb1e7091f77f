import { useTranslation } from 'react-i18next'
import { useCapability } from '../../common/use-capability.ts'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '../../common/wrong-filters.tsx'
import { DeskBar } from '../desk-bar.tsx'
import { usePlace } from '../use-desk-scope.ts'
import type { PhaseInfo } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import { lastMoment } from '../../common/last-moment.ts'
import styles from './results-view.module.css'
import { PublicationPreview } from './publication-preview.tsx'
import { Snapshots } from './snapshots.tsx'

const SWITCHES = ['fee_open', 'entrants_can_edit', 'can_assign', 'can_publish'] as const

/** The phases of the edition in their order, and what each of them allows. */
function PhaseTimeline({ phases }: { phases: readonly PhaseInfo[] }) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const format = useFormat()
  const rightsOf = ({ capabilities }: PhaseInfo) => [
    ...capabilities.can_score_levels.map((level) => t(`results.scores.${level}`)),
    ...capabilities.can_award_levels.map((level) => t(`results.decides.${level}`)),
    ...SWITCHES.filter((name) => capabilities[name]).map((name) => t(`results.${name}`)),
  ]
  return (
    <section aria-labelledby="phases">
      <SectionHeading id="phases" size="small">
        {t('results.phases')}
      </SectionHeading>
      <ol className={styles.phases} role="list">
        {phases.map((phase) => (
          <li
            key={phase.id}
            className={`${styles.phase} ${phase.is_current ? styles.current : ''}`}
            aria-current={phase.is_current ? 'step' : undefined}
          >
            <span className={styles.name}>{t(`jury:phase.${phase.code}`)}</span>
            <span className={styles.dates}>
              {format.date(phase.starts_at, 'short')} –{' '}
              {format.date(lastMoment(phase.ends_at), 'short')}
            </span>
            <span className={styles.rights}>
              {rightsOf(phase).join(' · ') || t('results.closed')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

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
