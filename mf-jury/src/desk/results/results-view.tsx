import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../../common/use-capability.ts'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '@awards/shared/list/filters'
import { DeskBar, useDeskScope } from '../desk-bar.tsx'
import {
  judgeAdded,
  type Output,
  type PhaseInfo,
  type PublishChange,
  type SnapshotRow,
} from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { AwardMark, NARROW, SectionHeading, Tag, useMedia, type Tone } from '@awards/shared/ui'
import { lastMoment } from '../../common/format.ts'
import styles from './results-view.module.css'
import { Button, Input, Segmented } from 'antd'
import { EntryLink, PagedRows } from '../desk-rows.tsx'
import rowStyles from '../rows.module.css'
import { useState } from 'react'
import previewStyles from './publication-preview.module.css'
import { Checklist, PublishDialog } from '../../chair/edition-dialogs.tsx'

const OUTCOMES = ['awarded', 'not_awarded', 'left_open'] as const
const TONES: Record<PublishChange['to'], Tone> = {
  awarded: 'success',
  not_awarded: 'neutral',
  left_open: 'warning',
}
const MOST_SHOWN = 200

/** The entries that publication would change, narrowed by outcome and by title or number. */
function PublicationChanges({ plan }: { plan: Output<typeof judgeAdded.publish> }) {
  const { t } = useTranslation(['jurydesk', 'shared'])
  const isNarrow = useMedia(NARROW)
  const [outcome, setOutcome] = useState<PublishChange['to']>('awarded')
  const [keyword, setKeyword] = useState('')
  const words = keyword.trim().toLowerCase()
  const found = plan.changes.filter(
    (one) =>
      one.to === outcome &&
      [one.title, one.entry_no, one.judging_no].some((text) => text.toLowerCase().includes(words)),
  )
  return (
    <>
      <div className={previewStyles.bar}>
        <Segmented
          aria-label={t('results.outcome')}
          value={outcome}
          onChange={setOutcome}
          vertical={isNarrow}
          options={OUTCOMES.map((value) => ({
            value,
            label: t(`results.to.${value}`, {
              count: plan.changes.filter(({ to }) => to === value).length,
            }),
          }))}
        />
        <Input
          className={previewStyles.search ?? ''}
          aria-label={t('conflicts.keyword')}
          placeholder={t('conflicts.keyword')}
          value={keyword}
          allowClear
          onChange={(event) => setKeyword(event.target.value)}
        />
      </div>
      {found.length === 0 && <p className={rowStyles.lead}>{t('results.nobody')}</p>}
      <ul className={rowStyles.rows} role="list">
        {found.slice(0, MOST_SHOWN).map((one) => (
          <li key={one.apply_order_id} className={rowStyles.row}>
            <EntryLink entry={one} />
            <span className={rowStyles.cell}>
              <small>{t(`shared:status.entry.${one.from}`, { defaultValue: one.from })}</small>
              {one.award && <AwardMark code={one.award.code} name={one.award.name} />}
            </span>
            <span className={rowStyles.cell}>
              {one.to === 'awarded' && t(one.is_shown ? 'results.isShown' : 'results.staysHidden')}
            </span>
            <span className={rowStyles.actions}>
              <Tag tone={TONES[one.to]}>{t(`results.becomes.${one.to}`)}</Tag>
            </span>
          </li>
        ))}
      </ul>
      {found.length > MOST_SHOWN && (
        <p className={rowStyles.lead}>{t('results.firstOnly', { count: MOST_SHOWN })}</p>
      )}
    </>
  )
}

type PublicationPreviewProps = { editionId: string; mayPublish: boolean }

/** What publication would do, entry by entry; nothing changes until it is confirmed. */
function PublicationPreview({ editionId, mayPublish }: PublicationPreviewProps) {
  const { t } = useTranslation('jurydesk')
  const { editions } = useDeskScope()
  const edition = editions.find(({ id }) => id === editionId)
  const [preview, { data, isLoading, reset }] = useApiMutation(judgeAdded.publish)
  const [isPublishing, setIsPublishing] = useState(false)
  const why = mayPublish ? '' : t('results.later')
  return (
    <section aria-labelledby="publication">
      <SectionHeading
        id="publication"
        size="small"
        aside={
          <span className={previewStyles.buttons}>
            <Button
              disabled={!mayPublish}
              title={why}
              loading={isLoading}
              onClick={() => void preview({ edition_id: editionId, dry_run: true })}
            >
              {t('results.preview')}
            </Button>
            <Button
              type="primary"
              disabled={!mayPublish || !data}
              title={why || (data ? '' : t('results.previewFirst'))}
              onClick={() => setIsPublishing(true)}
            >
              {t('results.publish')}
            </Button>
          </span>
        }
      >
        {t('results.publication')}
      </SectionHeading>
      <p className={previewStyles.lead}>
        {t(mayPublish ? 'results.publicationLead' : 'results.later')}
      </p>
      {data && <Checklist lines={data.checklist} />}
      {data && <PublicationChanges plan={data} />}
      {edition && (
        <PublishDialog
          isOpen={isPublishing}
          edition={edition}
          onClose={() => setIsPublishing(false)}
          onPublished={reset}
        />
      )}
    </section>
  )
}

const NO_NAMES: readonly never[] = []

/** Frozen result snapshots; each can be recomputed and compared. */
function Snapshots({ editionId }: { editionId: string }) {
  const { t } = useTranslation('jurydesk')
  const { current, change } = useFilters(NO_NAMES)
  const query = useApiQuery(judgeAdded.snapshotList, { edition_id: editionId, current })
  return (
    <section aria-labelledby="snapshots">
      <SectionHeading id="snapshots" size="small">
        {t('snapshot.title')}
      </SectionHeading>
      <p className={rowStyles.lead}>{t('snapshot.lead')}</p>
      <PagedRows
        query={query}
        label={t('snapshot.title')}
        empty={{ title: t('snapshot.none'), text: t('snapshot.noneText') }}
        row={(row) => <SnapshotLine key={row.snapshot_id} row={row} />}
        onPage={(page) => change({ page })}
      />
    </section>
  )
}

function SnapshotLine({ row }: { row: SnapshotRow }) {
  const { t } = useTranslation('jurydesk')
  const format = useFormat()
  const [verify, { data, isLoading }] = useApiMutation(judgeAdded.verifySnapshot)
  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.cell}>
        <span className={rowStyles.strong}>{format.date(row.frozen_at, 'datetime')}</span>
        <small>
          {row.frozen_by ? t('snapshot.by', { name: row.frozen_by }) : t('snapshot.byDate')}
        </small>
      </span>
      <span className={rowStyles.cell}>
        {t('snapshot.holds', { entries: row.entries, votes: row.votes })}
      </span>
      <code className={styles.hash} title={row.sha256}>
        {row.sha256}
      </code>
      <span className={rowStyles.actions} role="status">
        {data && (
          <Tag tone={data.is_equal ? 'success' : 'danger'}>
            {t(data.is_equal ? 'snapshot.equal' : 'snapshot.differs')}
          </Tag>
        )}
        <Button
          size="small"
          loading={isLoading}
          onClick={() => void verify({ snapshot_id: row.snapshot_id })}
        >
          {t('snapshot.verify')}
        </Button>
      </span>
    </li>
  )
}

const SWITCHES = ['fee_open', 'entrants_can_edit', 'can_assign', 'can_publish'] as const

/** Timeline of the edition's phases, and what each allows. */
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

/** Results view: phase timeline, frozen snapshots, publication preview. */
export function ResultsView() {
  const { t } = useTranslation('jurydesk')
  const can = useCapability()
  const { wrong, change, clear } = useFilters(NAMES)
  const { editionId, phases, phase } = useDeskScope()
  return (
    <>
      <DeskBar onChange={change} />
      <WrongFilters namespace="jury" names={wrong} onClear={clear} />
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
