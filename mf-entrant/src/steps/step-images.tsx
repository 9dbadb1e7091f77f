import { IMAGE_LIMITS } from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import { Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { DropZone, PictureGrid } from '../uploads/pictures.tsx'
import { ShrinkOffer, UploadList } from '../uploads/upload-list.tsx'
import { useEntryUploads } from '../uploads/entry-uploads.tsx'
import { useDraft, useStepForm } from './draft/draft-context.ts'
import styles from './steps.module.css'
import { EntryFields } from './entry-field.tsx'

const ACCEPT = [...IMAGE_LIMITS.types, 'application/pdf'].join(',')

/** Step 3: pictures with their descriptions, one document, links. */
export function StepImages() {
  const { t } = useTranslation('entrant')
  const { info, draft, refusals } = useDraft()
  const field = useSearchParams()[0].get('field') ?? ''
  const isDisabled = !info.is_editable
  const images = useEntryUploads()
  const { list, queue, pictures, pdf, missing, refused } = images
  const isChecked = field.startsWith('images') || Object.keys(refusals).length > 0

  return (
    <>
      <DropZone accept={ACCEPT} isDisabled={isDisabled} onFiles={images.take} />
      <p
        className={`${styles.count} ${missing > 0 && isChecked ? styles.missing : ''}`}
        role="status"
      >
        {t('images.count', { count: pictures.length, maximum: IMAGE_LIMITS.maximum })}
        {missing > 0 && ` ${t('images.missing', { count: missing })}`}
      </p>
      {refused.length > 0 && (
        <p className={`${styles.count} ${styles.missing}`} role="alert">
          {refused.map(translateMessage).join(' ')}
        </p>
      )}
      <ShrinkOffer list={list} onChange={(isWanted) => void queue.shrink(isWanted)} />
      <UploadList
        list={list}
        onCancel={(key) => void queue.cancel(key)}
        onRetry={(key) => queue.retry(key)}
      />
      {pictures.length > 1 && !isDisabled && <p className={styles.hint}>{t('images.order')}</p>}
      <PictureGrid
        files={draft.files}
        isDisabled={isDisabled}
        isChecked={isChecked}
        lookalikes={images.lookalikes}
        onKeepBoth={images.keepBoth}
        onChange={images.change}
      />
      {pdf && (
        <div className={styles.pdf}>
          <span>
            <span className={styles.kind}>PDF</span> {pdf.original_name ?? ''}
            <span className={styles.pdfNote}>{t('images.pdfHidden')}</span>
          </span>
          <Button size="small" type="text" disabled={isDisabled} onClick={images.removePdf}>
            {t('images.removePdf')}
          </Button>
        </div>
      )}
      <div className={styles.links}>
        <SectionHeading size="small">{t('images.links')}</SectionHeading>
        <Form {...useStepForm()}>
          <EntryFields step={3} place="facts" />
        </Form>
      </div>
    </>
  )
}
