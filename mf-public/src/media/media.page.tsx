import { useApiQuery } from '@awards/shared/client'
import { type OutputOf, publication } from '@awards/shared/calls'
import { useFormat, FORMAT_LOCALES, useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { EmptyState, Page, PageHeader, TextLink, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useBreadcrumbs } from '../structured-data/schema-org.ts'
import { QueryState } from '../ui/query-state.tsx'
import { OutsideLink } from '../ui/links.tsx'
import { pageOf } from '@awards/shared/list/list-query'
import { PageLinks } from '@awards/shared/list/page-links'
import styles from './media.module.css'
import { useMemo } from 'react'

type Report = OutputOf<typeof publication.mediaReport>['list'][number]

/** Press reports as a schema.org ItemList. */
const pressReports = (reports: readonly Report[], name: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name,
  itemListElement: reports.map(({ title, url, date, language, outlet }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'NewsArticle',
      headline: title,
      url,
      datePublished: date,
      inLanguage: language,
      publisher: { '@type': 'Organization', name: outlet },
    },
  })),
})

/** Gives the name of a language, such as "fr", in the language on screen. */
function useLanguageName() {
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(FORMAT_LOCALES[language], {
      type: 'language',
      fallback: 'code',
    })
    return (code: string) => (/^[a-z]{2,3}(-[A-Za-z]+)?$/.test(code) ? names.of(code) : code)
  }, [language])
}

const PAGE_SIZE = 20

export function Component() {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const languageName = useLanguageName()
  const [query] = useSearchParams()
  const page = pageOf(query, 'current')
  const press = useApiQuery(publication.mediaReport, { current: page, pageSize: PAGE_SIZE })
  const { data: contact } = useApiQuery(publication.contact)
  const breadcrumbs = useBreadcrumbs({ name: t('nav.media'), path: paths.media })
  usePageHead({
    title: page > 1 ? t('pages.titleOf', { title: t('nav.media'), page }) : t('nav.media'),
    description: t('media.describe'),
    facts: press.data
      ? [breadcrumbs, pressReports(press.data.list, t('nav.media'))]
      : [breadcrumbs],
  })
  return (
    <Page width="wide">
      <PageHeader
        size="display"
        title={t('nav.media')}
        lead={t('media.lead')}
        actions={
          contact && (
            <a href={`mailto:${contact.press_email}`} className={styles.contact}>
              {contact.press_email}
            </a>
          )
        }
      />
      <QueryState query={press} minHeight="page" keepsPrevious>
        {({ list, current, pageSize, total }) =>
          list.length === 0 ? (
            <EmptyState
              title={t(total > 0 ? 'pages.beyond' : 'media.none')}
              action={total > 0 && <TextLink to={paths.media}>{t('pages.toFirst')}</TextLink>}
            />
          ) : (
            <>
              <ul role="list">
                {list.map((report) => (
                  <li key={report.id} className={styles.report}>
                    <p className={styles.date}>
                      <time dateTime={report.date}>{date(report.date)}</time>
                    </p>
                    <p className={styles.outlet}>
                      {report.outlet}
                      <span className={styles.language} suppressHydrationWarning>
                        {languageName(report.language)}
                      </span>
                    </p>
                    <h2 className={styles.title}>
                      <OutsideLink href={report.url} lang={report.language}>
                        {report.title}
                      </OutsideLink>
                    </h2>
                  </li>
                ))}
              </ul>
              <PageLinks name="current" current={current} pageSize={pageSize} total={total} />
            </>
          )
        }
      </QueryState>
    </Page>
  )
}
