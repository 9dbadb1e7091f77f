import { useFormat } from '@awards/shared/i18n'
import { DeployedVersion, type AuditEntry } from '@awards/shared/releases'
import { Button, Loader, SectionHeading } from '@awards/shared/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useReleaseRecordQuery, type Place } from './registry-client.ts'
import { HeadingToggle, useFigures } from './release-parts.tsx'
import styles from './release-record.module.css'

const POLL_MS = 15_000
const FIRST = 8

const Detail = z.object({
  versions: z.array(DeployedVersion.strip()).optional(),
  version: z.string().optional(),
  message: z.string().optional(),
})

/** What an entry is about: the versions that a channel gave from then on, the version that was published, or the refusal. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('releases')
  const { percent } = useFigures()
  const { versions, version, message } = Detail.safeParse(entry.detail).data ?? {}
  if (entry.outcome === 'refused') return <span lang="en">{message}</span>
  if (versions) {
    if (versions.length === 0) return <span>{t('nothing')}</span>
    const text = versions
      .filter(({ traffic }) => traffic > 0)
      .map((one) => `${one.version} ${percent(one.traffic)}`)
      .join(', ')
    return <span className={styles.code}>{text}</span>
  }
  return version ? <span className={styles.code}>{version}</span> : null
}

const isKnown = (action: string, known: (key: string) => boolean) =>
  known(`releases:action.${action}`)

/** Everything that was done to a remote in a channel, the newest first; what was refused on request. */
export function ReleaseRecord(place: Place) {
  const { t, i18n } = useTranslation('releases')
  const format = useFormat()
  const id = useId()
  const [withRefused, setWithRefused] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const { data } = useReleaseRecordQuery(place, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  })
  const entries = (data ?? []).filter((one) => withRefused || one.outcome === 'done')
  const shown = showsAll ? entries : entries.slice(0, FIRST)
  return (
    <section aria-labelledby={id}>
      <SectionHeading
        id={id}
        size="small"
        aside={
          <HeadingToggle isOn={withRefused} onChange={setWithRefused} label={t('withRefused')} />
        }
      >
        {t('record')}
      </SectionHeading>
      {!data && <Loader />}
      {data && entries.length === 0 && <p className={styles.quiet}>{t('noRecord')}</p>}
      <ol role="list" className={styles.record}>
        {shown.map((entry) => (
          <li key={entry.id} className={styles.entry} data-outcome={entry.outcome}>
            <p className={styles.line}>
              <strong className={styles.action}>
                {isKnown(entry.action, i18n.exists.bind(i18n))
                  ? t(`action.${entry.action}`)
                  : entry.action}
                {entry.outcome === 'refused' && ` · ${t('refused')}`}
              </strong>
              <Subject entry={entry} />
            </p>
            {entry.reason && <p className={styles.reason}>{entry.reason}</p>}
            <p className={styles.quiet}>
              {entry.actor === 'canary' ? t('judge') : entry.actor}
              {' · '}
              <time dateTime={entry.at}>{format.date(entry.at, 'datetime')}</time>
              {entry.revision !== null && ` · ${t('revision', { number: entry.revision })}`}
            </p>
          </li>
        ))}
      </ol>
      {entries.length > FIRST && (
        <Button
          size="small"
          type="link"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t('fewer') : t('allEntries', { count: entries.length })}
        </Button>
      )}
    </section>
  )
}
