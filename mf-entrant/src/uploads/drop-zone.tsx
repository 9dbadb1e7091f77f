import { useRef, useState } from 'react'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './drop-zone.module.css'

type DropZoneProps = {
  accept: string
  isDisabled: boolean
  onFiles: (files: File[]) => void
}

/** Takes files dropped on it or chosen in the file dialogue, several at once. */
export function DropZone({ accept, isDisabled, onFiles }: DropZoneProps) {
  const { t } = useTranslation('entrant')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !isDisabled) onFiles([...files])
  }
  return (
    <div
      className={`${styles.zone} ${isOver ? styles.over : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <p className={styles.title}>{t('upload.title')}</p>
      <p className={styles.text}>{t('upload.text')}</p>
      <Button disabled={isDisabled} onClick={() => input.current?.click()} id="entry_images">
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
