import { publication, publicationAdded } from '@awards/shared/calls'
import { programmeName, siteConfiguration, useApiQuery } from '@awards/shared/client'
import { useLanguage, useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { EmptyState, Page, PageHeader, TextLink, usePageHead, Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { editionEvent } from '../structured-data/edition-event.ts'
import { useBreadcrumbs, pageAddress } from '../structured-data/schema-org.ts'
import { QueryState } from '../ui/query-state.tsx'
import type { AwardDate } from '@awards/shared/contract'
import { LocalDate } from '../ui/local-date.tsx'
import styles from './calendar.module.css'

type CalendarFile = {
  /** Names the file and the entries' origin. */
  name: string
  dates: readonly AwardDate[]
  /** Where each date can be read up. */
  address: string
  zone: string
  now: Date
}

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
const stamp = (moment: Date) => `${moment.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`

/** The day a moment falls on in the programme's zone, as a calendar writes it. */
const dayOf = (moment: string, zone: string, later = 0) => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(moment))
  const [year = 0, month = 1, day = 1] = parts.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + later))
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '')
}

const OCTETS = 75

/** Lines of a calendar are short; a longer one goes on after a break and a space (RFC 5545, 3.1). */
function folded(line: string): string {
  const encoder = new TextEncoder()
  const lines: string[] = []
  let current = ''
  for (const letter of line) {
    const limit = lines.length === 0 ? OCTETS : OCTETS - 1
    if (encoder.encode(current + letter).length > limit) {
      lines.push(current)
      current = ''
    }
    current += letter
  }
  return [...lines, current].join('\r\n ')
}

/** The dates of an edition for a calendar (iCalendar, RFC 5545): whole days that leave people free. */
export function calendarFile({ name, dates, address, zone, now }: CalendarFile): string {
  const host = new URL(address).host
  const events = dates.flatMap(({ key, label, starts_at, ends_at }, index) => [
    'BEGIN:VEVENT',
    `UID:${index}-${key}-${dayOf(starts_at, zone)}@${host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART;VALUE=DATE:${dayOf(starts_at, zone)}`,
    `DTEND;VALUE=DATE:${dayOf(ends_at ?? starts_at, zone, 1)}`,
    `SUMMARY:${escaped(`${name}: ${label}`)}`,
    `URL:${address}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(name)}//calendar//EN`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...events,
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

/** Gives what is still to come as a file that calendars take in. */
function AddToCalendar({ dates }: { dates: readonly AwardDate[] }) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const ahead = dates.filter(({ state }) => state !== 'past')
  if (ahead.length === 0) return null
  const save = () => {
    const name = programmeName(language)
    const file = calendarFile({
      name,
      dates: ahead,
      address: new URL(pageAddress(paths.calendar, language), window.location.origin).href,
      zone: siteConfiguration().time_zone,
      now: new Date(),
    })
    const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar;charset=utf-8' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${name}.ics`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <span className={styles.add}>
      <Button onClick={save}>{t('calendar.add')}</Button>
    </span>
  )
}

/** A step of the edition: when it begins, when it ends, whether it is now. */
function CalendarRow({ row }: { row: AwardDate }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const { label, starts_at, ends_at, state } = row
  // A span ends with its day; a moment is said to the minute.
  const deadline = state === 'current' ? ends_at : ends_at ? null : starts_at
  return (
    <article
      className={`${styles.row} ${styles[state]}`}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <p className={styles.state}>{t(`calendar.state.${state}`)}</p>
      <h2 className={styles.label}>{label}</h2>
      <div className={styles.dates}>
        <p>
          <time dateTime={starts_at}>{date(starts_at, ends_at ? 'date' : 'datetime')}</time>
          {ends_at && (
            <>
              {' – '}
              <time dateTime={ends_at}>{date(ends_at)}</time>
            </>
          )}
        </p>
        {ends_at && state === 'current' && (
          <p className={styles.note}>{t('calendar.until', { date: date(ends_at, 'datetime') })}</p>
        )}
        {deadline && state !== 'past' && (
          <p className={`${styles.note} ${styles.local}`}>
            <LocalDate moment={deadline} />
          </p>
        )}
      </div>
    </article>
  )
}

/** Holds the line until the edition is known. */
const NOTHING_YET = '\u00a0'

export function Component() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const dates = useApiQuery(publication.getAwardDate)
  const { data: fees } = useApiQuery(publicationAdded.feeTable)
  const breadcrumbs = useBreadcrumbs({ name: t('nav.calendar'), path: paths.calendar })
  const event =
    fees && dates.data
      ? editionEvent(language, {
          programme: programmeName(language),
          table: fees,
          dates: dates.data,
        })
      : undefined
  usePageHead({
    title: t('nav.calendar'),
    description: t('calendar.describe'),
    facts: event ? [breadcrumbs, event] : [breadcrumbs],
  })
  return (
    <Page>
      <PageHeader
        size="display"
        eyebrow={fees?.edition.name ?? NOTHING_YET}
        title={t('nav.calendar')}
        lead={t('calendar.lead', { zone: siteConfiguration().time_zone })}
        actions={dates.data && <AddToCalendar dates={dates.data} />}
      />
      <QueryState query={dates} minHeight="page">
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('calendar.none')} />
          ) : (
            <ol role="list" className={styles.list}>
              {list.map((row) => (
                <li key={row.key}>
                  <CalendarRow row={row} />
                </li>
              ))}
            </ol>
          )
        }
      </QueryState>
      <p className={styles.links}>
        <TextLink to={paths.fees}>{t('nav.fees')}</TextLink>
        <TextLink to={paths.regulations}>{t('nav.regulations')}</TextLink>
      </p>
    </Page>
  )
}
