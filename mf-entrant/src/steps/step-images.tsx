import { IMAGE_LIMITS } from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import type { EntryFile } from '@awards/shared/contract'
import { Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { added, removed } from '../uploads/arrange.ts'
import { DropZone } from '../uploads/drop-zone.tsx'
import { kindOf } from '../uploads/file-check.ts'
import { PictureGrid } from '../uploads/picture-grid.tsx'
import { UploadList } from '../uploads/upload-list.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import { useDraft } from './draft-context.ts'
import styles from './step-images.module.css'
import { TextField } from './text-field.tsx'
import { useStepForm } from './use-step-form.ts'

const ACCEPT = [...IMAGE_LIMITS.types, 'application/pdf'].join(',')

/** Step 3: pictures with their descriptions, one document, links. */
export function StepImages() {
  const { t } = useTranslation('entrant')
  const { info, saver, draft, refusals, setRefusals } = useDraft()
  const field = useSearchParams()[0].get('field') ?? ''
  const isDisabled = !info.is_editable
  const { images: refused = [], ...otherRefusals } = refusals
  const setFiles = (files: EntryFile[]) => {
    saver.change({ files })
    if (refused.length > 0) setRefusals(otherRefusals)
  }
  const { list, add, cancel, retry } = useUploads((file) => {
    const { files } = saver.snapshot()
    const known = new Set(files.map(({ file_id }) => file_id))
    if (known.has(file.file_id) || (file.duplicate_of && known.has(file.duplicate_of))) {
      return 'duplicate'
    }
    setFiles(added(files, file))
    return undefined
  })

  const pictures = draft.files.filter(({ kind }) => kind !== 'pdf')
  const pdf = draft.files.find(({ kind }) => kind === 'pdf')
  const missing = Math.max(0, info.category.min_images - pictures.length)
  const isChecked = field.startsWith('images') || Object.keys(refusals).length > 0

  const take = (files: File[]) => {
    const underway = list.filter(({ refusal, message }) => !refusal && !message).length
    const room = IMAGE_LIMITS.maximum - pictures.length - underway
    const images = files.filter((file) => kindOf(file) !== 'pdf')
    add(images, Math.max(0, images.length - Math.max(0, room)))
    add(files.filter((file) => kindOf(file) === 'pdf'))
  }

  return (
    <>
      <DropZone accept={ACCEPT} isDisabled={isDisabled} onFiles={take} />
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
      <UploadList list={list} onCancel={cancel} onRetry={retry} />
      <PictureGrid
        files={draft.files}
        isDisabled={isDisabled}
        isChecked={isChecked}
        onChange={setFiles}
      />
      {pdf && (
        <p className={styles.pdf}>
          <span>{pdf.original_name ?? 'PDF'}</span>
          <Button
            size="small"
            type="text"
            disabled={isDisabled}
            onClick={() => setFiles(removed(draft.files, pdf.file_id))}
          >
            {t('images.removePdf')}
          </Button>
        </p>
      )}
      <div className={styles.links}>
        <SectionHeading size="small">{t('images.links')}</SectionHeading>
        <Form {...useStepForm()}>
          <TextField name="video_url" type="url" />
          <TextField name="website_url" type="url" />
        </Form>
      </div>
    </>
  )
}
