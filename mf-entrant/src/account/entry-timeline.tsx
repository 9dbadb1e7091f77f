import { useFormat } from '@awards/shared/i18n'
import { QueryView } from '@awards/shared/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEntryInfoQuery } from '../entrant.api.ts'
import styles from './entry-timeline.module.css'
import { TIMELINE_CODES } from './timeline-codes.ts'

type EntryTimelineProps = { id: string; title: string }

/** What has happened to an entry and when; asked for when it is opened. */
export function EntryTimeline({ id, title }: EntryTimelineProps) {
  const { t } = useTranslation('entrant')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.timeline} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t('card.historyOf', { title })}>{t('card.history')}</summary>
      {isOpen && <Events id={id} />}
    </details>
  )
}

function Events({ id }: { id: string }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const query = useEntryInfoQuery({ apply_order_id: id })
  return (
    <QueryView query={query}>
      {(info) => {
        if (info.projection !== 'owner') return null
        const events = info.timeline.filter(({ code }) => TIMELINE_CODES.has(code))
        return (
          <ol className={styles.events} role="list">
            {events.map(({ code, at, detail }) => (
              <li key={`${code} ${at}`} className={styles.event}>
                <time dateTime={at}>{format.date(at, 'datetime')}</time>
                <span className={styles.what}>{t(`card.event.${code}`)}</span>
                {detail && TIMELINE_CODES.get(code) === 'told' && (
                  <span className={styles.detail}>{detail}</span>
                )}
              </li>
            ))}
            {events.length === 0 && <li className={styles.event}>{t('card.noHistory')}</li>}
          </ol>
        )
      }}
    </QueryView>
  )
}
