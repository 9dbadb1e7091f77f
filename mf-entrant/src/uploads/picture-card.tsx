import type { EntryFile } from '@awards/shared/contract'
import { ResponsiveImage } from '@awards/shared/ui'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../common/text-area.tsx'
import styles from './picture-card.module.css'

const SHORTEST_ALT = 3

type PictureCardProps = {
  file: EntryFile
  place: number
  count: number
  isDisabled: boolean
  /** Shows what is missing at once, not only after the field was left. */
  isChecked: boolean
  onMove: (to: number) => void
  onCover: () => void
  onRemove: () => void
  onChange: (part: Pick<EntryFile, 'alt'> | Pick<EntryFile, 'credit'>) => void
}

/** One picture of the entry with what has to be said about it. */
export function PictureCard(props: PictureCardProps) {
  const { file, place, count, isDisabled, isChecked, onMove, onCover, onRemove, onChange } = props
  const { t } = useTranslation('entrant')
  const id = useId()
  const [isLeft, setLeft] = useState(false)
  const isMissing = file.alt.trim().length < SHORTEST_ALT && (isLeft || isChecked)
  const number = { number: place + 1 }
  return (
    <>
      <div className={styles.frame}>
        {file.picture && (
          <ResponsiveImage picture={file.picture} sizes="20rem" ratio="3 / 2" alt={file.alt} />
        )}
        {file.kind === 'cover' && <span className={styles.badge}>{t('picture.cover')}</span>}
      </div>
      <div className={styles.buttons}>
        <Button
          size="small"
          disabled={isDisabled || place === 0}
          onClick={() => onMove(place - 1)}
          aria-label={t('picture.earlier', number)}
        >
          ←
        </Button>
        <Button
          size="small"
          disabled={isDisabled || place === count - 1}
          onClick={() => onMove(place + 1)}
          aria-label={t('picture.later', number)}
        >
          →
        </Button>
        {file.kind !== 'cover' && (
          <Button size="small" disabled={isDisabled} onClick={onCover}>
            {t('picture.makeCover')}
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
      <label htmlFor={`${id}-alt`} className={styles.label}>
        {t('picture.alt')}
      </label>
      <TextArea
        id={`${id}-alt`}
        data-alt={place}
        value={file.alt}
        disabled={isDisabled}
        placeholder={t('picture.altPlaceholder')}
        status={isMissing ? 'error' : ''}
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
        {t('picture.credit')}
      </label>
      <Input
        id={`${id}-credit`}
        value={file.credit ?? ''}
        disabled={isDisabled}
        placeholder={t('picture.creditPlaceholder')}
        onChange={(event) => onChange({ credit: event.target.value.slice(0, 120) })}
      />
    </>
  )
}
