import { useFormat } from '@awards/shared/i18n'
import type { Deployment } from '@awards/shared/platform'
import { useTranslation } from 'react-i18next'
import styles from './panel-remote.module.css'

const PERCENT = { style: 'unit', unit: 'percent' } as const

/** The versions that a channel gives, with their share of the visitors. */
export function ChannelLine({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation('qa')
  const format = useFormat()
  const shown = deployment.versions
    .filter(({ traffic }) => traffic > 0)
    .sort((one, other) => other.traffic - one.traffic)
  if (shown.length === 0) return <span className={styles.quiet}>{t('panel.notDeployed')}</span>
  return (
    <span className={styles.shares}>
      {shown.map(({ version, traffic }) => (
        <span key={version} className={styles.share}>
          <span className={styles.version}>{version}</span>
          <span className={styles.quiet}>{format.number(traffic, PERCENT)}</span>
        </span>
      ))}
    </span>
  )
}
