import type { EntryFile } from '@awards/shared/contract'
import { Checkbox, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../common/text-area.tsx'
import styles from './picture-card.module.css'

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
export function PictureWords({ file, place, isDisabled, isChecked, onChange }: PictureWordsProps) {
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
