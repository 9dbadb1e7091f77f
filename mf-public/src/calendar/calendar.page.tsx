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
import { calendarFile } from './calendar-file.ts'
import { LocalDate } from '../ui/local-date.tsx'
import styles from './calendar.module.css'

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
