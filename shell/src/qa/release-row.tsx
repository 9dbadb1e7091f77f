import { useFormat } from '@awards/shared/i18n'
import { Radio } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { withdrawnIn, type Release, type Remote } from './choices.ts'
import { Health } from './health.tsx'
import styles from './release-row.module.css'

const SHORT_COMMIT = 10

type ReleaseRowProps = { remote: Remote; release: Release; isRefused: boolean }

/** A published release: who published what and when, and how it fares with visitors. */
export function ReleaseRow({ remote, release, isRefused }: ReleaseRowProps) {
  const { t } = useTranslation('qa')
  const format = useFormat()
  const id = useId()
  const { version, commit, contract, preview, published_at, published_by } = release
  const published = { date: format.date(published_at, 'datetime'), person: published_by }
  return (
    <li className={styles.release}>
      <div className={styles.head}>
        <Radio value={version} disabled={isRefused} aria-describedby={id}>
          <span className={styles.version}>{version}</span>
        </Radio>
        {preview && <span className={styles.preview}>{t('panel.preview')}</span>}
        {withdrawnIn(remote, version).map((channel) => (
          <span key={channel} className={styles.withdrawn}>
            {t('panel.withdrawn')} · {t(`channel.${channel}`)}
          </span>
        ))}
      </div>
      <div id={id} className={styles.facts}>
        <p>{t('panel.published', published)}</p>
        <p>
          {commit ? (
            <>
              {t('panel.commit')}{' '}
              <code className={styles.code}>{commit.slice(0, SHORT_COMMIT)}</code>
            </>
          ) : (
            t('panel.noCommit')
          )}
          {' · '}
          {t('panel.contract')} <code className={styles.code}>{contract}</code>
        </p>
        <Health health={release.health} />
        {isRefused && <p>{t('panel.onlyPreview')}</p>}
      </div>
    </li>
  )
}
