import { translateMessage, useFormat } from '@awards/shared/i18n'
import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './upload-list.module.css'
import type { Upload } from './use-uploads.ts'

type UploadListProps = {
  list: readonly Upload[]
  onCancel: (upload: Upload) => void
  onRetry: (upload: Upload) => void
}

const MEGABYTE = 1024 * 1024
const SMALLEST = 0.1

/** Files on their way, and files that were refused with the reason. */
export function UploadList({ list, onCancel, onRetry }: UploadListProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  if (list.length === 0) return null
  return (
    <ul className={styles.list} role="list" aria-label={t('upload.list')}>
      {list.map((upload) => {
        const { key, file, share, refusal, message } = upload
        const reason = refusal ? t(`refusal.${refusal}`) : message && translateMessage(message)
        return (
          <li key={key} className={`${styles.row} ${reason ? styles.refused : ''}`}>
            <span className={styles.name}>
              {file.name}
              <span className={styles.size}>
                {format.number(Math.max(file.size / MEGABYTE, SMALLEST), {
                  maximumFractionDigits: 1,
                })}{' '}
                MB
              </span>
            </span>
            <span className={styles.buttons}>
              {upload.mayRetry && (
                <Button size="small" onClick={() => onRetry(upload)}>
                  {t('upload.retry')}
                </Button>
              )}
              <Button
                size="small"
                type="text"
                onClick={() => onCancel(upload)}
                aria-label={t(reason ? 'upload.dismissOne' : 'upload.cancelOne', {
                  name: file.name,
                })}
              >
                {t(reason ? 'upload.dismiss' : 'upload.cancel')}
              </Button>
            </span>
            {reason ? (
              <p className={styles.reason} role="alert">
                {reason}
              </p>
            ) : (
              <Progress
                className={styles.progress ?? ''}
                percent={Math.round(share * 100)}
                size="small"
                aria-label={file.name}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
