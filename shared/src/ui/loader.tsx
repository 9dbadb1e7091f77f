import { useTranslation } from 'react-i18next'
import styles from './loader.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Three pulsing dots in the middle, while a page loads (specification §2). */
export function Loader({ label }: { label?: string }) {
  const { t } = useTranslation('shared', { useSuspense: false })
  return (
    <div className={styles.loader} role="status" data-loader>
      <span className={styles.dot} />
      <span className={styles.dot} />
      <span className={styles.dot} />
      <VisuallyHidden>{label ?? t('loading')}</VisuallyHidden>
    </div>
  )
}
