import type { EntryFile } from '@awards/shared/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './picture-card.module.css'

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
export function PictureTools(props: PictureToolsProps) {
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
