import { siteConfiguration } from '@awards/shared/client'
import { EmptyState, Page, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicDatesQuery, usePublicFeesQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { CalendarRow } from './calendar-row.tsx'
import styles from './calendar.module.css'

/** Holds the line until the edition is known. */
const NOTHING_YET = '\u00a0'

export function Component() {
  const { t } = useTranslation('public')
  const dates = usePublicDatesQuery()
  const { data: fees } = usePublicFeesQuery()
  return (
    <Page>
      <PageHeader
        size="display"
        eyebrow={fees?.edition.name ?? NOTHING_YET}
        title={t('nav.calendar')}
        lead={t('calendar.lead', { zone: siteConfiguration().time_zone })}
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
    </Page>
  )
}
