import { useFormat } from '@awards/shared/i18n'
import { CHANNELS } from '@awards/shared/releases'
import { Button, SectionHeading, Tag } from '@awards/shared/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deploymentIn, type Release, type Remote } from './registry-client.ts'
import { useFigures } from './release-parts.tsx'
import styles from './release-table.module.css'

const FIRST = 6
const SHORT_COMMIT = 10

/** Where a release stands: in which channels and with what share, or that it was taken back. */
function Standing({ remote, release }: { remote: Remote; release: Release }) {
  const { t } = useTranslation('releases')
  const { percent } = useFigures()
  return (
    <span className={styles.standing}>
      {CHANNELS.map((channel) => {
        const given = deploymentIn(remote, channel)?.versions.find(
          ({ version }) => version === release.version,
        )
        if (!given) return null
        const share = given.traffic > 0 ? percent(given.traffic) : t('standIn')
        return (
          <Tag key={channel} tone={given.traffic > 0 ? 'success' : 'neutral'}>
            {t(`channel.${channel}`)} · {share}
          </Tag>
        )
      })}
      {remote.deployments
        .filter(({ withdrawn }) => withdrawn.includes(release.version))
        .map(({ channel }) => (
          <Tag key={`${channel} withdrawn`} tone="warning">
            {t('takenBack')} · {t(`channel.${channel}`)}
          </Tag>
        ))}
      {release.preview && <Tag tone="info">{t('preview')}</Tag>}
    </span>
  )
}

type TableProps = { remote: Remote; onPromote: ((version: string) => void) | undefined }

/** Every release of a remote: what it is, who published it when, and where it stands. On a telephone each is a card. */
export function ReleaseTable({ remote, onPromote }: TableProps) {
  const { t } = useTranslation('releases')
  const format = useFormat()
  const { size } = useFigures()
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  const { versions } = remote
  const shown = showsAll ? versions : versions.slice(0, FIRST)
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id} size="small">
        {t('releases')}
      </SectionHeading>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.version')}</th>
            <th scope="col">{t('column.standing')}</th>
            <th scope="col">{t('column.published')}</th>
            <th scope="col">{t('column.commit')}</th>
            <th scope="col">{t('column.size')}</th>
            <th scope="col">{t('column.contract')}</th>
            {onPromote && (
              <th scope="col">
                <span className={styles.hidden}>{t('do.promote')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((release) => (
            <tr key={release.version}>
              <th scope="row" className={styles.version}>
                {release.version}
              </th>
              <td>
                <Standing remote={remote} release={release} />
              </td>
              <td>
                {release.published_by}
                <time className={styles.quiet} dateTime={release.published_at}>
                  {format.date(release.published_at, 'datetime')}
                </time>
              </td>
              <td className={styles.code} data-label={t('column.commit')}>
                {release.commit?.slice(0, SHORT_COMMIT) ?? '–'}
                {release.commit?.endsWith('-dirty') && <Tag tone="warning">{t('uncommitted')}</Tag>}
              </td>
              <td className={styles.number} data-label={t('column.size')}>
                {size(release.bytes)}
              </td>
              <td className={styles.code} data-label={t('column.contract')}>
                {release.contract}
              </td>
              {onPromote && (
                <td className={styles.action}>
                  <Button
                    size="small"
                    aria-label={t('do.promoteVersion', { version: release.version })}
                    onClick={() => onPromote(release.version)}
                  >
                    {t('do.promoteShort')}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {versions.length > FIRST && (
        <Button
          size="small"
          type="link"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t('fewer') : t('all', { count: versions.length })}
        </Button>
      )}
    </section>
  )
}
