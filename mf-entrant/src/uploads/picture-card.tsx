import type { EntryFile, UploadedFile } from '@awards/shared/contract'
import { ResponsiveImage } from '@awards/shared/ui'
import { Button, Checkbox, Input } from 'antd'
import { Suspense, useRef, useState, lazy, useId } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from './pictures.module.css'
import { TextArea } from '@awards/shared/forms/text-area'

type PictureToolsProps = {
  file: EntryFile
  place: number
  count: number
  isDisabled: boolean
  onMove: (to: number) => void
  onCrop: (opener: HTMLElement) => void
  onRemove: () => void
}

/** What can be done with one picture, without a mouse too. */
function PictureTools(props: PictureToolsProps) {
  const { file, place, count, isDisabled, onMove, onCrop, onRemove } = props
  const { t } = useTranslation('entrant')
  const number = { number: place + 1 }
  return (
    <div className={styles.buttons} role="group" aria-label={t('picture.tools', number)}>
      <Button
        size="small"
        data-move="earlier"
        disabled={isDisabled || place === 0}
        onClick={() => onMove(place - 1)}
        aria-label={t('picture.earlier', number)}
      >
        ←
      </Button>
      <Button
        size="small"
        data-move="later"
        disabled={isDisabled || place === count - 1}
        onClick={() => onMove(place + 1)}
        aria-label={t('picture.later', number)}
      >
        →
      </Button>
      {file.picture && (
        <Button
          size="small"
          disabled={isDisabled}
          onClick={(event) => onCrop(event.currentTarget)}
          aria-label={t('picture.cropOne', number)}
        >
          {t('picture.crop')}
        </Button>
      )}
      <Button
        size="small"
        type="text"
        className={styles.remove ?? ''}
        disabled={isDisabled}
        onClick={onRemove}
        aria-label={t('picture.removeOne', number)}
      >
        {t('picture.remove')}
      </Button>
    </div>
  )
}

const SHORTEST_ALT = 3

type PictureWordsProps = {
  file: EntryFile
  place: number
  isDisabled: boolean
  /** Shows what is missing at once, not only after the field was left. */
  isChecked: boolean
  onChange: (part: Partial<Pick<EntryFile, 'alt' | 'credit' | 'kind'>>) => void
}

/** What has to be said about one picture. */
function PictureWords({ file, place, isDisabled, isChecked, onChange }: PictureWordsProps) {
  const { t } = useTranslation('entrant')
  const id = useId()
  const [isLeft, setLeft] = useState(false)
  const isMissing = file.alt.trim().length < SHORTEST_ALT && (isLeft || isChecked)
  const isDrawing = file.kind === 'drawing'
  return (
    <>
      <label htmlFor={`${id}-alt`} className={styles.label}>
        {t('picture.alt')}
      </label>
      <TextArea
        id={`${id}-alt`}
        data-alt={place}
        value={file.alt}
        disabled={isDisabled}
        placeholder={t(isDrawing ? 'picture.drawingPlaceholder' : 'picture.altPlaceholder')}
        status={isMissing ? 'error' : ''}
        required
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onBlur={() => setLeft(true)}
        onChange={(event) => onChange({ alt: event.target.value.slice(0, 300) })}
      />
      {isMissing && (
        <p id={`${id}-error`} className={styles.error}>
          {t('picture.altMissing')}
        </p>
      )}
      <label htmlFor={`${id}-credit`} className={styles.label}>
        {t(isDrawing ? 'picture.drawnBy' : 'picture.credit')}
      </label>
      <Input
        id={`${id}-credit`}
        value={file.credit ?? ''}
        disabled={isDisabled}
        placeholder={t(isDrawing ? 'picture.drawnByPlaceholder' : 'picture.creditPlaceholder')}
        onChange={(event) => onChange({ credit: event.target.value.slice(0, 120) })}
      />
      {file.kind !== 'cover' && (
        <Checkbox
          className={styles.drawing ?? ''}
          checked={isDrawing}
          disabled={isDisabled}
          onChange={({ target }) => onChange({ kind: target.checked ? 'drawing' : 'image' })}
        >
          {t('picture.isDrawing')}
        </Checkbox>
      )}
    </>
  )
}

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
