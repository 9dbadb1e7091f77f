import { SLOW_AFTER_MS } from '@awards/shared/releases'
import { Button } from '@awards/shared/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { interruptLoad } from '../loader/interruptible.ts'
import styles from './failure-panel.module.css'
import { remoteStore, slowLoads } from '../remote-store.ts'

/** True after `SLOW_AFTER_MS`. */
function useSlowWait(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** The load that keeps the visitor waiting, if it is that of a remote. */
const useSlowLoad = () =>
  slowLoads(useSyncExternalStore(remoteStore.subscribe, remoteStore.getAll, remoteStore.getAll))[0]

/**
 * Notice below the loader: says that a page is slow and, when a remote is the cause, offers a retry or the previous
 * version (specification §8 lets a script take two minutes).
 */
export function SlowNotice() {
  const { t } = useTranslation('federation')
  const isSlow = useSlowWait()
  const load = useSlowLoad()
  return (
    <div role="status" className={styles.notice}>
      {(load || isSlow) && <p className={styles.noticeText}>{t('slow')}</p>}
      {load && (
        <div className={styles.noticeActions}>
          <Button size="small" onClick={() => interruptLoad(load.name, 'retry')}>
            {t('tryAgain')}
          </Button>
          {load.previous && (
            <Button size="small" onClick={() => interruptLoad(load.name, 'previous')}>
              {t('usePrevious')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
