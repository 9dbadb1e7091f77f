import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import { useTranslation } from 'react-i18next'
import { useParams, Link } from 'react-router-dom'
import { QueryState, NotFound } from '../ui/query-state.tsx'
import type { Article } from '@awards/shared/contract'
import { useFormat, useLanguage, LANGUAGE_TAGS } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { ResponsiveImage, usePageHead } from '@awards/shared/ui'
import { Neighbours } from '../ui/neighbours.tsx'
import { plainText, summaryOf, RichText } from '../ui/rich-text.tsx'
import { Share } from '../ui/share.tsx'
import type { Language } from '@awards/shared/domain'
import {
  pageAddress,
  imageObject,
  organiser,
  useBreadcrumbs,
} from '../structured-data/schema-org.ts'
import styles from './article.module.css'

const WORDS_A_MINUTE = 220
const CHARACTERS_A_MINUTE = 350
const IDEOGRAPH = /\p{Script=Han}/gu

/** Minutes that a text takes to read; Chinese is counted in characters, the rest in words. */
export function readingMinutes(text: string): number {
  const characters = text.match(IDEOGRAPH)?.length ?? 0
  const words = text.replace(IDEOGRAPH, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE))
}

/** An article as a schema.org NewsArticle or BlogPosting. */
const articlePosting = (article: Article, language: Language): object => ({
  '@context': 'https://schema.org',
  '@type': article.type === 'news' ? 'NewsArticle' : 'BlogPosting',
  headline: article.title,
  description: article.excerpt,
  articleBody: plainText(article.html),
  datePublished: article.published_at,
  inLanguage: LANGUAGE_TAGS[language],
  mainEntityOfPage: pageAddress(paths.article(article.slug), language),
  author: organiser(language),
  publisher: organiser(language),
  ...(article.tags.length > 0 && { keywords: article.tags.join(', ') }),
  ...(article.cover && { image: imageObject(article.cover) }),
})

const COVER_SIZES = 'min(100vw, 72rem)'

/** What an article says of itself to search engines and to those who share it. */
function useArticleHead(article: Article) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const { cover, excerpt, slug, title } = article
  const breadcrumbs = useBreadcrumbs(
    { name: t('nav.news'), path: paths.news },
    { name: title, path: paths.article(slug) },
  )
  usePageHead({
    title,
    description: summaryOf(excerpt),
    type: 'article',
    facts: [articlePosting(article, language), breadcrumbs],
    ...(cover && {
      image: { url: cover.url, width: cover.width, height: cover.height, alt: cover.alt },
      hero: { picture: cover, sizes: COVER_SIZES },
    }),
  })
}

type Neighbour = { slug: string; title: string } | null
const linkOf = (article: Neighbour) =>
  article && { to: paths.article(article.slug), title: article.title }

/** An article with its picture. */
function ArticleDetail({ article }: { article: Article }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const { cover, excerpt, html, published_at, slug, tags, title, type } = article
  useArticleHead(article)
  return (
    <article>
      <header className={styles.header}>
        <p className={styles.facts}>
          <Link to={`${paths.news}?type=${type}`} className={styles.kind}>
            {t(`news.type.${type}`)}
          </Link>
          <time dateTime={published_at}>{date(published_at)}</time>
          <span>{t('news.minutes', { count: readingMinutes(plainText(html)) })}</span>
        </p>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.excerpt}>{excerpt}</p>
      </header>
      {cover && (
        <div className={styles.cover}>
          <ResponsiveImage picture={cover} ratio="16 / 9" sizes={COVER_SIZES} eager />
        </div>
      )}
      <div className={styles.text}>
        <RichText html={html} size="large" />
        <footer className={styles.footer}>
          {tags.length > 0 && (
            <ul role="list" className={styles.tags} aria-label={t('news.tags')}>
              {tags.map((tag) => (
                <li key={tag} className={styles.tag}>
                  {tag}
                </li>
              ))}
            </ul>
          )}
          <Share path={paths.article(slug)} title={title} text={excerpt} />
        </footer>
      </div>
      <Neighbours
        label={t('news.neighbours')}
        previous={linkOf(article.previous)}
        next={linkOf(article.next)}
        all={{ to: paths.news, title: t('news.all') }}
      />
    </article>
  )
}

export function Component() {
  const { t } = useTranslation('public')
  const { slug = '' } = useParams()
  const article = useApiQuery(publication.blogsAndNewsInfo, { slug })
  return (
    <QueryState
      query={article}
      minHeight="page"
      missing={<NotFound title={t('news.missing')}>{t('news.missingText')}</NotFound>}
    >
      {(found) => <ArticleDetail key={found.id} article={found} />}
    </QueryState>
  )
}
