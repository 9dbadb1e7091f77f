import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './regulations.module.css'

type VersionListProps = {
  /** The one in force first. */
  versions: readonly { version: string; effective_at: string }[]
  shown: string
}

/** All versions of the regulations; entrants are bound by the one they accepted. */
export function VersionList({ versions, shown }: VersionListProps) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  if (versions.length < 2) return null
  return (
    <section className={styles.versions} aria-labelledby="versions-title">
      <SectionHeading id="versions-title">{t('regulations.versions')}</SectionHeading>
      <p className={styles.versionsLead}>{t('regulations.versionsText')}</p>
      <ul role="list">
        {versions.map(({ version, effective_at }, index) => (
          <li key={version}>
            <Link
              to={
                index === 0
                  ? paths.regulations
                  : `${paths.regulations}?${new URLSearchParams({ version })}`
              }
              className={styles.version}
              aria-current={version === shown ? 'page' : undefined}
            >
              <span className={styles.versionName}>{t('regulations.version', { version })}</span>
              <span>{t('regulations.from', { date: date(effective_at) })}</span>
              {index === 0 && <span className={styles.current}>{t('regulations.now')}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
