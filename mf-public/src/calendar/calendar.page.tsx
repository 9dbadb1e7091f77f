import { programmeName, siteConfiguration } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { EmptyState, Page, PageHeader, TextLink, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { editionEvent } from '../facts/edition-event.ts'
import { useBreadcrumbs } from '../facts/use-breadcrumbs.ts'
import { usePublicDatesQuery, usePublicFeesQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { CalendarRow } from './calendar-row.tsx'
import styles from './calendar.module.css'

/** Holds the line until the edition is known. */
const NOTHING_YET = '\u00a0'

export function Component() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const dates = usePublicDatesQuery()
  const { data: fees } = usePublicFeesQuery()
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
      <Answered query={dates} room="page">
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
      </Answered>
      <p className={styles.links}>
        <TextLink to={paths.fees}>{t('nav.fees')}</TextLink>
        <TextLink to={paths.regulations}>{t('nav.regulations')}</TextLink>
      </p>
    </Page>
  )
}
