import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './print-button.module.css'

/** Prints the page, or keeps it as a PDF; there where scripts run. */
export function PrintButton() {
  const { t } = useTranslation('public')
  return (
    <span className={styles.print}>
      <Button onClick={() => window.print()}>{t('print')}</Button>
    </span>
  )
}
