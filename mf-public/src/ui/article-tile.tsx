import type { ArticleCard } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { ResponsiveImage } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './article-tile.module.css'

type ArticleTileProps = {
  article: ArticleCard
  sizes: string
  size?: 'large' | 'small'
  level?: 2 | 3
  /** True for the picture that the visitor sees first. */
  eager?: boolean
}

/** An article: its picture, its date, what it is about. */
export function ArticleTile({
  article,
  sizes,
  size = 'small',
  level = 3,
  eager = false,
}: ArticleTileProps) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article className={`${styles.tile} ${styles[size]}`}>
      <Link to={paths.article(article.slug)} className={styles.link}>
        <span className={styles.frame}>
          {article.cover && (
            <ResponsiveImage
              picture={article.cover}
              ratio="3 / 2"
              sizes={sizes}
              alt=""
              eager={eager}
            />
          )}
        </span>
        <Heading className={styles.title}>{article.title}</Heading>
      </Link>
      <div className={styles.words}>
        <p className={styles.date}>
          <time dateTime={article.published_at}>{date(article.published_at)}</time>
          {', '}
          {t(`news.type.${article.type}`)}
        </p>
        <p className={styles.excerpt}>{article.excerpt}</p>
      </div>
    </article>
  )
}
