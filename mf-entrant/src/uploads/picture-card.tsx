import type { EntryFile, UploadedFile } from '@awards/shared/contract'
import { ResponsiveImage } from '@awards/shared/ui'
import { Button } from 'antd'
import { Suspense, useRef, useState, lazy } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from './picture-card.module.css'
import { PictureTools } from './picture-tools.tsx'
import { PictureWords } from './picture-words.tsx'

/** The cropper comes when somebody crops. */
const LazyCropDialog = lazy(async () => {
  const { CropDialog } = await import('./crop-dialog.tsx')
  return { default: CropDialog }
})

type PictureCardProps = {
  file: EntryFile
  place: number
  count: number
  isDisabled: boolean
  isChecked: boolean
  /** Place of the picture that looks the same, counted from one. */
  lookalike: number | undefined
  onMove: (to: number) => void
  onCover: () => void
  onCropped: (crop: UploadedFile) => void
  onRemove: () => void
  onKeepBoth: () => void
  onChange: (part: Partial<Pick<EntryFile, 'alt' | 'credit' | 'kind'>>) => void
}

/** One picture of the entry with what can be done with it and what has to be said about it. */
export function PictureCard(props: PictureCardProps) {
  const { file, place, isDisabled, isChecked, lookalike } = props
  const { onCover, onCropped, onKeepBoth, onChange } = props
  const { t } = useTranslation('entrant')
  const [isCropping, setCropping] = useState(false)
  const opener = useRef<HTMLElement>(null)

  const beginCrop = (button: HTMLElement) => {
    opener.current = button
    setCropping(true)
  }
  /** The focus goes back to where it came from, once the dialog holds it no more. */
  const endCrop = () => {
    flushSync(() => setCropping(false))
    opener.current?.focus()
  }
  return (
    <>
      <div className={`${styles.frame} ${isDisabled ? '' : styles.movable}`} data-picture={place}>
        {file.picture && (
          <ResponsiveImage picture={file.picture} sizes="20rem" ratio="3 / 2" alt={file.alt} />
        )}
        <span className={styles.place} aria-hidden="true">
          {place + 1}
        </span>
        {file.kind === 'cover' ? (
          <span className={styles.badge}>{t('picture.cover')}</span>
        ) : (
          <Button
            size="small"
            className={styles.makeCover ?? ''}
            disabled={isDisabled}
            onClick={onCover}
          >
            {t('picture.makeCover')}
          </Button>
        )}
        {file.kind === 'drawing' && (
          <span className={`${styles.badge} ${styles.low}`}>{t('picture.drawing')}</span>
        )}
      </div>
      {lookalike !== undefined && (
        <div className={styles.note} role="status">
          <p>{t('picture.lookalike', { number: lookalike })}</p>
          <Button size="small" onClick={onKeepBoth}>
            {t('picture.keepBoth')}
          </Button>
        </div>
      )}
      <PictureTools {...props} onCrop={beginCrop} />
      <PictureWords
        file={file}
        place={place}
        isDisabled={isDisabled}
        isChecked={isChecked}
        onChange={onChange}
      />
      {isCropping && file.picture && (
        <Suspense>
          <LazyCropDialog
            fileId={file.file_id}
            picture={file.picture}
            number={place + 1}
            onCropped={onCropped}
            onClose={endCrop}
          />
        </Suspense>
      )}
    </>
  )
}
