import { useApiMutation } from '@awards/shared/client'
import { SectionHeading, AwardMark, NARROW, Tag, useMedia, type Tone } from '@awards/shared/ui'
import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeskScope } from '../use-desk-scope.ts'
import { judgeAdded, type Output, type PublishChange } from '@awards/shared/contract'
import { EntryLink } from '../entry-link.tsx'
import rowStyles from '../rows.module.css'
import styles from './publication-preview.module.css'
import { Checklist } from '../../chair/checklist.tsx'
import { PublishDialog } from '../../chair/publish-dialog.tsx'

const OUTCOMES = ['awarded', 'not_awarded', 'left_open'] as const
const TONES: Record<PublishChange['to'], Tone> = {
  awarded: 'success',
  not_awarded: 'neutral',
  left_open: 'warning',
}
const SHOWN = 200

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
      <div className={styles.bar}>
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
          className={styles.search ?? ''}
          aria-label={t('conflicts.keyword')}
          placeholder={t('conflicts.keyword')}
          value={keyword}
          allowClear
          onChange={(event) => setKeyword(event.target.value)}
        />
      </div>
      {found.length === 0 && <p className={rowStyles.lead}>{t('results.nobody')}</p>}
      <ul className={rowStyles.rows} role="list">
        {found.slice(0, SHOWN).map((one) => (
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
      {found.length > SHOWN && (
        <p className={rowStyles.lead}>{t('results.firstOnly', { count: SHOWN })}</p>
      )}
    </>
  )
}

type PublicationPreviewProps = { editionId: string; mayPublish: boolean }

/** What publication would do, entry by entry; nothing changes until it is confirmed. */
export function PublicationPreview({ editionId, mayPublish }: PublicationPreviewProps) {
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
          <span className={styles.buttons}>
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
      <p className={styles.lead}>{t(mayPublish ? 'results.publicationLead' : 'results.later')}</p>
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
