import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { interruptLoad } from './interruptible.ts'
import styles from './slow-notice.module.css'
import { useSlowLoad, useSlowWait } from './use-slow-load.ts'

/**
 * Stands beside the loader. When a page takes its time it says so and, where a remote is what keeps
 * the visitor waiting, offers what else can be done (specification §8 lets a script take two minutes).
 */
export function SlowNotice() {
  const { t } = useTranslation('federation')
  const isSlow = useSlowWait()
  const load = useSlowLoad()
  return (
    <div role="status" className={styles.notice}>
      {(load || isSlow) && <p className={styles.text}>{t('slow')}</p>}
      {load && (
        <div className={styles.actions}>
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
