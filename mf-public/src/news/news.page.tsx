import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import { paths } from '@awards/shared/paths'
import { EmptyState, Page, PageHeader, TextLink, usePageHead, from } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams, Link } from 'react-router-dom'
import { useBreadcrumbs } from '../structured-data/schema-org.ts'
import { QueryState } from '../ui/query-state.tsx'
import { ArticleTile } from '../ui/article-tile.tsx'
import { pageOf } from '@awards/shared/list/list-query'
import { PageLinks } from '@awards/shared/list/page-links'
import { DEFAULT_LANGUAGE } from '@awards/shared/rules'
import { LANGUAGE_TAGS, useLanguage } from '@awards/shared/i18n'
import styles from './news.module.css'

const ARTICLE_KINDS = ['news', 'blog'] as const
type ArticleKind = (typeof ARTICLE_KINDS)[number]

/** The kind of article an address asks for; undefined stands for all of them. */
const kindOfQuery = (query: URLSearchParams): ArticleKind | undefined =>
  ARTICLE_KINDS.find((kind) => kind === query.get('type'))

/** The feed of the news in the language on screen. */
function FeedLink() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  return (
    <a
      href={language === DEFAULT_LANGUAGE ? '/rss.xml' : `/${language}/rss.xml`}
      type="application/rss+xml"
      hrefLang={LANGUAGE_TAGS[language]}
      className={styles.feed}
    >
      {t('news.feed')}
    </a>
  )
}

/** Narrows the list of articles down to one kind. */
function KindLinks({ chosen }: { chosen: ArticleKind | undefined }) {
  const { t } = useTranslation('public')
  const choices = [
    { key: 'all', to: paths.news, name: t('news.kinds.all'), isOn: chosen === undefined },
    ...ARTICLE_KINDS.map((kind) => ({
      key: kind,
      to: `${paths.news}?type=${kind}`,
      name: t(`news.kinds.${kind}`),
      isOn: chosen === kind,
    })),
  ]
  return (
    <nav aria-label={t('news.kinds.label')}>
      <ul role="list" className={styles.kinds}>
        {choices.map(({ key, to, name, isOn }) => (
          <li key={key}>
            <Link
              to={to}
              preventScrollReset
              className={styles.kind}
              aria-current={isOn ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const PAGE_SIZE = 9
const SIZES = {
  large: `${from('desktop')} 60vw, 100vw`,
  small: `${from('desktop')} 30vw, ${from('small-tablet')} 46vw, 100vw`,
}

export function Component() {
  const { t } = useTranslation('public')
  const [query] = useSearchParams()
  const kind = kindOfQuery(query)
  const current = pageOf(query, 'current')
  const articles = useApiQuery(publication.blogsAndNewsList, {
    current,
    pageSize: PAGE_SIZE,
    type: kind,
  })
  const name = t(kind ? `news.kinds.${kind}` : 'nav.news')
  const breadcrumbs = useBreadcrumbs({ name: t('nav.news'), path: paths.news })
  const lead = articles.data?.list[0]?.cover
  usePageHead({
    title: current > 1 ? t('pages.titleOf', { title: name, page: current }) : name,
    description: t('news.describe'),
    hero: lead ? { picture: lead, sizes: SIZES.large } : undefined,
    facts: [breadcrumbs],
  })
  return (
    <Page width="wide">
      <PageHeader
        size="display"
        title={t('nav.news')}
        lead={t('news.lead')}
        actions={<FeedLink />}
      />
      <KindLinks chosen={kind} />
      <QueryState query={articles} minHeight="page" keepsPrevious>
        {({ list, total, ...shown }) =>
          list.length === 0 ? (
            <EmptyState
              title={t(total > 0 ? 'pages.beyond' : 'news.none')}
              action={<TextLink to={paths.news}>{t('news.all')}</TextLink>}
            />
          ) : (
            <>
              <ul role="list" className={styles.grid}>
                {list.map((article, index) => (
                  <li key={article.id}>
                    <ArticleTile
                      article={article}
                      level={2}
                      size={index === 0 ? 'large' : 'small'}
                      sizes={index === 0 ? SIZES.large : SIZES.small}
                      eager={index === 0}
                    />
                  </li>
                ))}
              </ul>
              <PageLinks name="current" {...shown} total={total} />
            </>
          )
        }
      </QueryState>
    </Page>
  )
}
