import { useRef, useState } from 'react'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './pictures.module.css'

type DropZoneProps = {
  accept: string
  isDisabled: boolean
  onFiles: (files: File[]) => void
}

/** Takes files dropped on it, chosen in the file dialogue or pasted into it, several at once. */
export function DropZone({ accept, isDisabled, onFiles }: DropZoneProps) {
  const { t } = useTranslation('entrant')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !isDisabled) onFiles([...files])
  }
  return (
    <div
      className={`${styles.zone} ${isOver ? styles.zoneOver : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(!isDisabled)
      }}
      onDragLeave={(event) => {
        const inside = event.relatedTarget instanceof Node ? event.relatedTarget : null
        if (!event.currentTarget.contains(inside)) setOver(false)
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      <p className={styles.title}>{t('upload.title')}</p>
      <p className={styles.text} id="entry_images_help">
        {t('upload.text')}
      </p>
      <Button
        disabled={isDisabled}
        onClick={() => input.current?.click()}
        id="entry_images"
        aria-describedby="entry_images_help"
      >
        {t('upload.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={t('upload.choose')}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
    </div>
  )
}
