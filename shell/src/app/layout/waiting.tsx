import { Loader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { SlowNotice } from '../../releases/failures/slow-notice.tsx'
import styles from './waiting.module.css'

/**
 * Stands in the place of a page that is on its way; header and footer are there already. Its heading
 * is for those who go through a page by headings, and never gets the focus.
 */
export function Waiting() {
  const { t } = useTranslation('shared')
  return (
    <div className={styles.waiting}>
      <h1 className={styles.heading} data-waiting>
        {t('loading')}
      </h1>
      <Loader />
      <SlowNotice />
    </div>
  )
}
