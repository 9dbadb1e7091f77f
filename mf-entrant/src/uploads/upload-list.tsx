import { VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './upload-list.module.css'
import { isUnderway, type Upload } from './upload-queue.types.ts'
import { UploadRow } from './upload-row.tsx'

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
