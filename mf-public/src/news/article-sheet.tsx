import type { Article } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { ResponsiveImage, useDocumentTitle } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Neighbours } from '../ui/neighbours.tsx'
import { RichText } from '../ui/rich-text.tsx'
import styles from './article-sheet.module.css'

type Neighbour = { slug: string; title: string } | null
const linkOf = (article: Neighbour) =>
  article && { to: paths.article(article.slug), title: article.title }

/** An article with its picture. */
export function ArticleSheet({ article }: { article: Article }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  useDocumentTitle(article.title)
  return (
    <article>
      <header className={styles.header}>
        <p className={styles.date}>
          <time dateTime={article.published_at}>{date(article.published_at)}</time>
          {', '}
          {t(`news.type.${article.type}`)}
        </p>
        <h1 className={styles.title} tabIndex={-1}>
          {article.title}
        </h1>
        <p className={styles.excerpt}>{article.excerpt}</p>
      </header>
      {article.cover && (
        <div className={styles.cover}>
          <ResponsiveImage
            picture={article.cover}
            ratio="16 / 9"
            sizes="(min-width: 90rem) 90rem, 100vw"
            eager
          />
        </div>
      )}
      <div className={styles.text}>
        <RichText html={article.html} size="large" />
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
