import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './remote-boundary.module.css'

const PATIENCE_MS = 8000

/** Stands beside the loader, and speaks up when the page takes its time. */
export function SlowNotice() {
  const { t } = useTranslation('federation')
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className={styles.slow}>
      {isSlow && t('slow')}
    </p>
  )
}
