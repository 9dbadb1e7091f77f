import { VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './upload-list.module.css'
import { isUnderway, type Upload } from './upload-queue.ts'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { Button, Progress, Switch } from 'antd'
import { useEffect, useState, useId } from 'react'
import { kindOf } from './file-check.ts'
import { isSlowLine, LARGE_BYTES, SHRUNK_EDGE } from './upload-ports.ts'

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
function UploadRow({ upload, onCancel, onRetry }: UploadRowProps) {
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

type UploadListProps = {
  list: readonly Upload[]
  onCancel: (key: string) => void
  onRetry: (key: string) => void
}

/** Files on their way, and files that were refused with the reason. */
export function UploadList({ list, onCancel, onRetry }: UploadListProps) {
  const { t } = useTranslation('entrant')
  const underway = list.filter(isUnderway)
  const isPaused = underway.some(({ state }) => state === 'paused')
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          {underway.length > 0 && t('upload.underway', { count: underway.length })}
        </span>
      </VisuallyHidden>
      {list.length > 0 && (
        <ul className={styles.list} role="list" aria-label={t('upload.list')}>
          {list.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onCancel={() => onCancel(upload.key)}
              onRetry={() => onRetry(upload.key)}
            />
          ))}
        </ul>
      )}
      {underway.length > 0 && (
        <p className={styles.hint} role={isPaused ? 'status' : undefined}>
          {underway.every(({ isKept }) => isKept) ? t('upload.kept') : t('upload.stay')}
        </p>
      )}
    </>
  )
}

type ShrinkOfferProps = { list: readonly Upload[]; onChange: (isWanted: boolean) => void }

/** Offers smaller copies for the way, where a file is large or the line is slow. */
export function ShrinkOffer({ list, onChange }: ShrinkOfferProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const id = useId()
  const [isWanted, setWanted] = useState(false)
  const pictures = list.filter((upload) => isUnderway(upload) && kindOf(upload.file) === 'image')
  const isUseful = pictures.some(({ file }) => file.size > LARGE_BYTES) || isSlowLine()
  if (!isWanted && (pictures.length === 0 || !isUseful)) return null
  return (
    <div className={styles.offer}>
      <Switch
        id={id}
        size="small"
        checked={isWanted}
        aria-describedby={`${id}-text`}
        onChange={(next) => {
          setWanted(next)
          onChange(next)
        }}
      />
      <div>
        <label htmlFor={id} className={styles.name}>
          {t('upload.shrink')}
        </label>
        <p id={`${id}-text`} className={styles.state}>
          {t('upload.shrinkText', { edge: format.number(SHRUNK_EDGE) })}
        </p>
      </div>
    </div>
  )
}
