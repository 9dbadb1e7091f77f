import { Alert, Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './connection-note.module.css'

function onNetwork(change: () => void) {
  window.addEventListener('online', change)
  window.addEventListener('offline', change)
  return () => {
    window.removeEventListener('online', change)
    window.removeEventListener('offline', change)
  }
}

type ConnectionNoteProps = { isLost: boolean; isAsking: boolean; onRetry: () => void }

/** Says that the page hears nothing any more, and that no payment is lost by it. */
export function ConnectionNote({ isLost, isAsking, onRetry }: ConnectionNoteProps) {
  const { t } = useTranslation('payment')
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine)
  return (
    <div role="status">
      {(isLost || !isOnline) && (
        <Alert
          className={styles.note ?? ''}
          type="warning"
          showIcon
          title={t('connection.title')}
          description={t('connection.text')}
          action={
            <Button size="small" loading={isAsking} onClick={onRetry}>
              {t('connection.retry')}
            </Button>
          }
        />
      )}
    </div>
  )
}
