import type { VersionHealth } from '@awards/shared/platform'
import { useTranslation } from 'react-i18next'
import styles from './health.module.css'

/** How a release fared in the last hour, in words and numbers. */
export function Health({ health: { ok, fallback, failed } }: { health: VersionHealth }) {
  const { t } = useTranslation('qa')
  const count = ok + fallback + failed
  const isGood = fallback + failed === 0
  const parts = isGood
    ? [count === 0 ? t('panel.healthNone') : t('panel.healthGood', { count })]
    : [
        t('panel.healthBad', { count }),
        fallback > 0 && t('panel.fellBack', { count: fallback }),
        failed > 0 && t('panel.failed', { count: failed }),
      ].filter(Boolean)
  const troubled = failed > 0 ? styles.bad : styles.doubtful
  const tone = count === 0 ? styles.none : isGood ? styles.good : troubled
  return (
    <p className={tone}>
      {t('panel.health')}: {parts.join(', ')}
    </p>
  )
}
