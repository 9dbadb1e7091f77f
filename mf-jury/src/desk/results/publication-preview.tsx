import { SectionHeading } from '@awards/shared/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlace } from '../use-desk-scope.ts'
import { usePreviewPublicationMutation } from '../desk.api.ts'
import { PublicationChanges } from './publication-changes.tsx'
import styles from './publication-preview.module.css'
import { Checklist } from '../../chair/checklist.tsx'
import { PublishDialog } from '../../chair/publish-dialog.tsx'

type PublicationPreviewProps = { editionId: string; mayPublish: boolean }

/** What publication would do, entry by entry; nothing changes until it is confirmed. */
export function PublicationPreview({ editionId, mayPublish }: PublicationPreviewProps) {
  const { t } = useTranslation('jurydesk')
  const { editions } = usePlace()
  const edition = editions.find(({ id }) => id === editionId)
  const [preview, { data, isLoading, reset }] = usePreviewPublicationMutation()
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
