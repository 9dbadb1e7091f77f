import { siteConfiguration } from '@awards/shared/client'
import { useTranslation } from 'react-i18next'
import styles from './common.module.css'

/** Says that this site only practises: its providers are simulated and no money moves. */
export function PracticeNote() {
  const { t } = useTranslation('payment')
  const page = siteConfiguration().payment_simulator
  if (!page) return null
  return (
    <p className={styles.note}>
      {t('practice.text')}{' '}
      <a href={page} target="_blank" rel="noopener">
        {t('practice.link')}
      </a>
    </p>
  )
}
