import { translateMessage, useFormat } from '@awards/shared/i18n'
import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './upload-list.module.css'
import { useEffect, useState } from 'react'
import { kindOf } from './file-check.ts'
import { isUnderway, type Upload } from './upload-queue.types.ts'

/** A small likeness of a file of this device; its ending where it is no picture. */
function UploadThumb({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (kindOf(file) !== 'image') return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!url) {
    const ending = file.name.split('.').at(-1)?.slice(0, 4) ?? ''
    return (
      <span className={styles.thumb} aria-hidden="true">
        {ending.toUpperCase()}
      </span>
    )
  }
  return <img className={styles.thumb} src={url} alt="" onError={() => setUrl(undefined)} />
}

const MEGABYTE = 1024 * 1024
const SMALLEST = 0.1

type UploadRowProps = { upload: Upload; onCancel: () => void; onRetry: () => void }

/** One file on its way, or one that was refused with its reason. */
export function UploadRow({ upload, onCancel, onRetry }: UploadRowProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { file, sent, state, refusal, message, isShrunk } = upload
  const { name, size } = file
  const isOver = !isUnderway(upload)
  const megabytes = (bytes: number) =>
    format.number(Math.max(bytes / MEGABYTE, SMALLEST), { maximumFractionDigits: 1 })
  const reason = refusal ? t(`refusal.${refusal}`) : translateMessage(message ?? '')
  const amount = { sent: sent === 0 ? format.number(0) : megabytes(sent), size: megabytes(size) }
  return (
    <li className={`${styles.row} ${isOver ? styles.refused : ''}`} data-state={state}>
      <UploadThumb file={file} />
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        {isOver ? (
          <p className={styles.reason} role="alert">
            {reason}
          </p>
        ) : (
          <p className={styles.state}>
            {t(`upload.state.${state}`, amount)}
            {isShrunk && ` · ${t('upload.smaller')}`}
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        {state === 'failed' && (
          <Button size="small" onClick={onRetry} aria-label={t('upload.retryOne', { name })}>
            {t('upload.retry')}
          </Button>
        )}
        <Button
          size="small"
          type="text"
          onClick={onCancel}
          aria-label={t(isOver ? 'upload.dismissOne' : 'upload.cancelOne', { name })}
        >
          {t(isOver ? 'upload.dismiss' : 'upload.cancel')}
        </Button>
      </div>
      {!isOver && (
        <Progress
          className={styles.progress ?? ''}
          percent={Math.floor((sent / Math.max(1, size)) * 100)}
          status={state === 'paused' || state === 'held' ? 'normal' : 'active'}
          size="small"
          showInfo={false}
          aria-label={name}
        />
      )}
    </li>
  )
}
